import type { PageMessages } from './page-messages.ts';

export const messages: PageMessages = {
  page: {
    servers: 'Server',
    notSure: 'Nicht sicher, was zu tun ist?',
    troubleshooting: 'Wenn ein Server nicht antwortet (englisch)',
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
