import type { PageMessages } from './page-messages.ts';

export const messages: PageMessages = {
  page: {
    title: 'mcp-web-Playground: MCP-Server aus einer Webseite ansprechen',
    skip: 'Zum Playground springen',
    skipToTools: 'Zu den Werkzeugen springen',
    playground: 'Playground',
    pitch: 'Macht jede Webseite zum MCP-Host.',
    onThisPage: 'Auf dieser Seite',
    howItWorks: 'So funktioniert es',
    useIt: 'Einbinden',
    help: 'Hilfe',
    language: 'Sprache',
    headline: 'Werkzeug aufrufen. Sehen, was ein Host sieht.',
    intro:
      'Diese Seite ist ein MCP-Host und mit einem Server verbunden, der in der Seite selbst läuft. Fügen Sie die URL Ihres eigenen Servers hinzu: Alle Daten bleiben zwischen Ihrem Browser und diesem Server.',
    firstSteps: 'Erste Schritte',
    pickTool: 'Werkzeug wählen',
    pickToolHint: 'Greet ist das einfachste.',
    fillForm: 'Formular ausfüllen',
    fillFormHint: 'Es entsteht aus dem Schema des Werkzeugs.',
    allowCall: 'Aufruf erlauben',
    allowCallHint: 'Ohne Ihre Zustimmung läuft nichts.',
    readResult: 'Ergebnis lesen',
    readResultHint: 'Fortschritt und Protokoll erscheinen live.',
    hide: 'Ausblenden',
    hideSteps: 'Erste Schritte ausblenden',
    servers: 'Server',
    notSure: 'Nicht sicher, was zu tun ist?',
    troubleshooting: 'Wenn ein Server nicht antwortet',
    authorHints: 'Für den Autor des Servers',
    shared: 'Ihre Server stehen in der Adresse dieser Seite und lassen sich so teilen. Ihre Header nicht.',
    copyLink: 'Link zu diesen Servern kopieren',
    theme: 'Farbschema',
    themeSystem: 'System',
    themeSystemHint: 'Einstellung des Systems verwenden',
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
    tasks: 'Aufgaben',
    code: 'Code',
    noTools: 'Noch keine Werkzeuge',
    noToolsHint: 'Fügen Sie einen Server hinzu, um seine Werkzeuge hier zu sehen.',
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
    factClient: 'Der Browser ist der Client',
    factClientText:
      'Die Seite spricht Streamable HTTP mit {0}, in jeder Revision von 2025-03-26 bis 2026-07-28. Dazwischen gibt es kein Backend, keinen Proxy und keinen Bridge-Prozess.',
    factConsent: 'Sie entscheiden',
    factConsentText:
      'Bevor ein Werkzeug läuft, sehen Sie seinen Namen, den Ursprung seines Servers und die genauen Argumente. Wenn Sie den Dialog schließen, heißt das Nein. Was ein Server über seine eigenen Werkzeuge sagt, ist als solches gekennzeichnet. Erlauben Sie {0} immer, führen Sie es zweimal aus, und sehen Sie, was geschieht, wenn sich ein Werkzeug geändert hat, seit Sie es erlaubt haben.',
    factServer: 'Ein Server in der Seite',
    factServerText:
      'Der eingebaute Server ist das offizielle Server-SDK von MCP in einem Service Worker. Er beantwortet dieselben {0}-Aufrufe wie ein Server im Web. Der Worker speichert auch die Dateien dieser Seite: Nach dem ersten Besuch funktioniert alles offline.',
    factSignIn: 'Anmelden ohne Konto',
    factSignInText:
      '„{0}“ fügt einen Server hinzu, der eine Anmeldung verlangt, mit eigenem Autorisierungsserver im selben Service Worker. Sie bekommen echtes OAuth, ohne etwas einzurichten: Discovery, Registrierung, Anmeldefenster, Erneuerung des Tokens und ein Werkzeug, das einen weiteren Scope braucht.',
    factStrict: 'Streng voreingestellt',
    factStrictText:
      'Diese Seite verbietet Inline-Skripte, Inline-Stile und {0} und erzwingt Trusted Types. Alles, was ein Server sagt, wird als Text dargestellt.',
    useInPage: 'In Ihrer Seite verwenden',
    clientAlone: 'Der Client allein',
    clientAloneCode: 'Code: der Client allein',
    scriptTag: 'Elemente mit einem einzigen Script-Tag',
    scriptTagCode: 'Code: Elemente mit einem einzigen Script-Tag',
    troubleCors: 'Der Server läuft, aber der Browser erreicht ihn nicht',
    troubleCorsText:
      'Der Server muss dieser Seite den Zugriff über CORS erlauben: Senden Sie {0}, erlauben Sie die Methoden {1} und die Anfrage-Header {2}, {3}, {4}, {5}, {6}, {7}, {8} und {9}, und geben Sie {10} frei.',
    troubleHttp: 'Die Seite verwendet https, der Server aber http',
    troubleHttpText:
      'Browser blockieren das, außer bei {0}: Stellen Sie den Server über https bereit. Manche Browser fragen Sie außerdem, bevor sich eine öffentliche Seite mit Ihrem eigenen Rechner oder Netzwerk verbindet. Erlauben Sie das, oder öffnen Sie den Playground von Ihrem eigenen Rechner.',
    troubleSignIn: 'Die Anmeldung schlägt fehl',
    troubleSignInText:
      'Auch {0} des Servers und die Endpunkte seines Autorisierungsservers für Metadaten, Registrierung und Tokens müssen dieser Seite den Zugriff über CORS erlauben. Wenn sich Seiten beim Autorisierungsserver nicht selbst registrieren können, braucht eine Seite eine eigene {1}. Der Playground hat keine.',
    troubleWebPage: 'Der Server antwortet mit einer Webseite',
    troubleWebPageText:
      'Das ist die URL der Website, nicht die ihres MCP-Endpunkts. Die meisten Endpunkte enden auf {0}.',
    license: 'mcp-web ist freie Software unter der MIT-Lizenz.',
    elsewhere: 'An anderer Stelle',
    specification: 'MCP-Spezifikation',
    aboutMcp: 'Über MCP',
  },
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
  copy: { label: 'Kopieren', done: 'Kopiert', byHand: 'Ausgewählt: jetzt kopieren' },
  code: { elements: 'Elemente', client: 'Client', of: (title) => `Code: ${title}` },
  noAuthorHints: 'Es gibt nichts zu verbessern.',
  toy: { echo: 'Spielzeugmodell: wiederholt den Prompt', chat: 'Spielzeugmodell' },
  notEmbedded: {
    unsupported:
      'Der eingebaute Server braucht Service Worker, und die hat dieses Fenster nicht. Manche Browser schalten sie in privaten Fenstern ab.',
    insecure: 'Der eingebaute Server ist ein Service Worker. Browser führen diese nur auf https und localhost aus.',
    late: 'Der eingebaute Server ist nicht rechtzeitig gestartet. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
    failed: (why) => `Der Browser konnte den eingebauten Server nicht starten: ${why}`,
    otherwise: 'Mit jedem anderen Server können Sie sich weiterhin über seine URL verbinden.',
  },
  commands: {
    key: 'Strg K',
    tool: 'Werkzeug',
    server: 'Server',
    addServer: 'Server hinzufügen',
    view: 'Ansicht',
    action: 'Aktion',
    found: (shown, count) =>
      shown === count
        ? `${count.toLocaleString('de')} gefunden`
        : `Die ersten ${shown.toLocaleString('de')} von ${count.toLocaleString('de')}`,
  },
};
