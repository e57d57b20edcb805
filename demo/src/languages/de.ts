import type { PageMessages } from './page-messages.ts';

export const messages: PageMessages = {
  page: {
    servers: 'Server',
    notSure: 'Nicht sicher, was zu tun ist?',
    troubleshooting: 'Wenn ein Server nicht antwortet',
    authorHints: 'Für den Autor des Servers',
    shared: 'Ihre Server stehen in der Adresse dieser Seite und lassen sich so teilen. Ihre Header nicht.',
    copyLink: 'Link zu diesen Servern kopieren',
    theme: 'Farbschema',
    themeSystem: 'System',
    themeLight: 'Hell',
    themeDark: 'Dunkel',
    storedHeaders: 'Gespeicherte Header',
    storeHeaders: 'Tokens und Header in diesem Browser speichern, verschlüsselt',
    headerHint:
      'Für Ihren nächsten Besuch. Jeder wird nur an seinen Server gesendet und steht nie in der Adresse dieser Seite.',
    commands: 'Gehe zu …',
    commandsHint: 'Werkzeug, Server oder Aktion finden',
    serversWidth: 'Breite der Serverliste',
    drawerHeight: 'Höhe des Protokolls',
    drawer: 'Was geschieht',
    toggleDrawer: 'Protokoll und Nachrichten ein- oder ausblenden',
    activity: 'Nachrichten',
    code: 'Code',
    addEmbedded: 'Eingebauten Server hinzufügen',
    addDiary: 'Anmelde-Demo ausprobieren',
    model: 'Modell für Sampling',
    modelKind: 'Antworten mit',
    modelToy: 'Spielzeugmodell: wiederholt den Prompt',
    modelSelf: 'Antworten selbst schreiben',
    modelBuiltIn: 'Eingebautes Modell dieses Browsers',
    modelEndpoint: 'OpenAI-kompatibler Endpunkt',
    endpoint: 'Endpunkt',
    address: 'Basis-URL',
    modelName: 'Modell',
    key: 'API-Schlüssel (optional)',
    modelHint:
      'Sie prüfen jeden Prompt, bevor ihn das Modell bekommt, und jede Antwort, bevor sie der Server bekommt. Diese Einstellungen werden nicht gespeichert.',
    permissions: 'Erlaubte Werkzeuge',
    offers: 'Was die Server anbieten',
    tools: 'Werkzeuge',
    prompts: 'Prompts',
    resources: 'Ressourcen',
    chat: 'Chat',
    chatStart: 'Lassen Sie ein Modell die Werkzeuge nutzen',
    chatStartHint:
      'Das Spielzeugmodell funktioniert offline. Es versteht ein paar Wörter und ruft mehrere Werkzeuge zugleich auf:',
    message: 'Nachricht',
    messageHint: 'Mit / einen Prompt wählen',
    chatHint:
      'Ein einfaches Textfeld dieser Seite. Tippen Sie /, wählen Sie einen Prompt und sehen Sie ihn sich an. Sein Text wird zum Bearbeiten eingefügt. Nichts wird gesendet.',
    log: 'Protokoll',
    pageTitle: 'mcp-web-Playground: mit MCP-Servern aus einer Webseite sprechen',
    skip: 'Zum Playground springen',
    pitch: 'Macht jede Webseite zu einem MCP-Host.',
    onThisPage: 'Auf dieser Seite',
    howItWorks: 'Funktionsweise',
    use: 'Verwenden',
    useIt: 'In Ihrer Seite verwenden',
    troubles: 'Hilfe',
    language: 'Sprache',
    themeSystemHint: 'Wie im System eingestellt',
    title: 'Ein Werkzeug aufrufen. Alles sehen, was ein Host sieht.',
    titleHint:
      'Diese Seite ist ein MCP-Host, verbunden mit einem Server, der in der Seite selbst läuft. Fügen Sie die Adresse Ihres eigenen Servers hinzu: Alle Daten bleiben zwischen Ihrem Browser und diesem Server.',
    steps: 'Erste Schritte',
    step1: 'Werkzeug wählen',
    step1Hint: 'Greet ist das einfachste.',
    step2: 'Formular ausfüllen',
    step2Hint: 'Aus dem Schema des Werkzeugs erzeugt.',
    step3: 'Aufruf erlauben',
    step3Hint: 'Ohne Ihre Zustimmung läuft nichts.',
    step4: 'Ergebnis lesen',
    step4Hint: 'Fortschritt und Protokoll erscheinen sofort.',
    hide: 'Ausblenden',
    hideSteps: 'Die ersten Schritte ausblenden',
    clientFact: 'Der Browser ist der Client',
    clientFactText:
      'Die Seite spricht Streamable HTTP mit {0}, in jeder Revision von 2025-03-26 bis 2026-07-28. Dazwischen gibt es kein Backend, keinen Proxy und keine Brücke.',
    consentFact: 'Sie entscheiden',
    consentFactText:
      'Bevor ein Werkzeug läuft, sehen Sie seinen Namen, den Ursprung seines Servers und die genauen Argumente. Den Dialog zu schließen heißt Nein. Was ein Server über seine eigenen Werkzeuge sagt, ist als solches gekennzeichnet. Erlauben Sie {0} immer, führen Sie es zweimal aus, und sehen Sie, was geschieht, wenn sich ein Werkzeug seit der Erlaubnis geändert hat.',
    builtInFact: 'Ein Server in der Seite',
    builtInFactText:
      'Der eingebaute Server ist das offizielle MCP-Server-SDK in einem Service Worker. Er beantwortet dieselben Aufrufe von {0} wie ein Server im Web. Der Worker speichert auch die Dateien dieser Seite: Nach dem ersten Besuch funktioniert alles offline.',
    signInFact: 'Anmelden ohne Konto',
    signInFactText:
      '„Anmelde-Demo ausprobieren“ fügt einen Server hinzu, der eine Anmeldung verlangt, mit eigenem Autorisierungsserver im selben Service Worker. Sie bekommen echtes OAuth, ohne etwas einzurichten: Discovery, Registrierung, das Anmeldefenster, die Erneuerung von Tokens und ein Werkzeug, das einen weiteren Scope braucht.',
    strictFact: 'Von Anfang an streng',
    strictFactText:
      'Diese Seite verbietet eingebettete Skripte, eingebettete Stile und {0} und erzwingt Trusted Types. Alles, was ein Server sagt, wird als Text dargestellt.',
    clientAlone: 'Der Client allein',
    oneTag: 'Elemente mit einem Script-Tag',
    copy: 'Kopieren',
    corsTrouble: 'Der Server läuft, aber der Browser erreicht ihn nicht',
    corsTroubleText:
      'Der Server muss diese Seite über CORS zulassen: {0} senden, die Methoden {1} und die Anfrage-Header {2}, {3}, {4}, {5}, {6}, {7}, {8} und {9} zulassen, und {10} offenlegen.',
    mixedTrouble: 'Die Seite verwendet https, der Server aber http',
    mixedTroubleText:
      'Browser blockieren das, außer bei {0}: Stellen Sie den Server hinter https. Manche Browser fragen außerdem nach, bevor sich eine öffentliche Seite mit Ihrem eigenen Rechner oder Netzwerk verbindet. Erlauben Sie es, oder öffnen Sie den Playground von Ihrem eigenen Rechner.',
    signingInTrouble: 'Das Anmelden schlägt fehl',
    signingInTroubleText:
      'Auch {0} des Servers und die Endpunkte seines Autorisierungsservers für Metadaten, Registrierung und Tokens müssen diese Seite über CORS zulassen. Wenn der Autorisierungsserver Seiten nicht erlaubt, sich selbst zu registrieren, braucht eine Seite eine eigene {1}. Der Playground hat keine.',
    webPageTrouble: 'Der Server antwortet mit einer Webseite',
    webPageTroubleText:
      'Das ist die Adresse der Website, nicht die ihres MCP-Endpunkts. Die meisten Endpunkte enden auf {0}.',
    license: 'mcp-web ist freie Software unter der MIT-Lizenz.',
    elsewhere: 'Anderswo',
    specification: 'MCP-Spezifikation (englisch)',
    aboutMcp: 'Über MCP (englisch)',
  },
  copy: { copy: 'Kopieren', copied: 'Kopiert', selected: 'Ausgewählt: jetzt kopieren' },
  code: { elements: 'Elemente', client: 'Client' },
  stillUsable: 'Mit jedem anderen Server können Sie sich über seine Adresse verbinden.',
  given: (parts, address) =>
    `${address} hinzugefügt (${parts === 1 ? '1 Eintrag' : `${parts.toLocaleString('de')} Einträge`}).`,
  sharedServers: (count) =>
    count === 1
      ? 'Dieser Link hat einen Server, der nicht in Ihrer Liste steht:'
      : `Dieser Link hat ${count.toLocaleString('de')} Server, die nicht in Ihrer Liste stehen:`,
  addShared: 'Zu meiner Liste hinzufügen',
  linkCopied: 'Der Link ist kopiert.',
  servers: {
    valueHint:
      'Für ein Token: Bearer, ein Leerzeichen und das Token. Es ist nur für diesen Server. Unten können Sie es speichern lassen.',
    rememberHint:
      'Ihre Adressen und die Namen, die Sie ihnen geben. Werte von Headern werden nur gespeichert, wenn Sie das unten wählen.',
  },
  headersUnread:
    'Der Browser konnte die gespeicherten Header nicht lesen. Server werden ohne sie verbunden, und sie sind vielleicht noch gespeichert.',
  headersNotStored: 'Der Browser konnte die Header nicht speichern: Geben Sie sie beim nächsten Besuch wieder ein.',
  notForgotten: (host) =>
    `Die Header für ${host} konnten nicht vergessen werden und sind vielleicht noch in diesem Browser gespeichert.`,
  forget: 'Vergessen',
  forgetNamed: (headers, host) => `${headers} für ${host} vergessen`,
  commands: {
    tool: 'Werkzeug',
    server: 'Server',
    view: 'Ansicht',
    action: 'Aktion',
    found: (shown, count) =>
      shown === count
        ? `${count.toLocaleString('de')} gefunden`
        : `Die ersten ${shown.toLocaleString('de')} von ${count.toLocaleString('de')}`,
  },
};
