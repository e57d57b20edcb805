import type { PageMessages } from './page-messages.ts';

export const messages: PageMessages = {
  page: {
    servers: 'Server',
    notSure: 'Nicht sicher, was zu tun ist?',
    troubleshooting: 'Wenn ein Server nicht antwortet (englisch)',
    connectYours: 'Eigenen Server verbinden',
    url: 'URL',
    revision: 'Protokollrevision',
    newest: 'Automatisch (neueste)',
    header: 'Token oder Header',
    headerName: 'Name des Headers',
    headerValue: 'Wert',
    storeHeader: 'In diesem Browser speichern, verschlüsselt',
    storedHeaders: 'Gespeicherte Header',
    headerHint: 'Wird nur an diesen Server gesendet und steht nie in der Adresse dieser Seite.',
    connect: 'Verbinden',
    addEmbedded: 'Eingebauten Server hinzufügen',
    addDiary: 'Anmelde-Demo ausprobieren',
    shared: 'Hinzugefügte Server stehen in der Adresse dieser Seite und lassen sich so teilen.',
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
  present: 'Dieser Server steht schon in der Liste.',
  given: (parts, address) =>
    `${address} hinzugefügt (${parts === 1 ? '1 Eintrag' : `${parts.toLocaleString('de')} Einträge`}).`,
  wrongHeader: 'Ein Header kann diesen Namen oder Wert nicht haben.',
  headersUnread:
    'Der Browser konnte die gespeicherten Header nicht lesen. Server werden ohne sie verbunden, und sie sind vielleicht noch gespeichert.',
  notForgotten: (header, host) =>
    `${header} für ${host} konnte nicht vergessen werden und ist vielleicht noch in diesem Browser gespeichert.`,
  forget: 'Vergessen',
  forgetNamed: (header, host) => `${header} für ${host} vergessen`,
  url: {
    missing: 'Geben Sie die URL eines Servers ein, zum Beispiel https://example.com/mcp.',
    invalid: 'Das ist keine URL. Die URL eines Servers sieht aus wie https://example.com/mcp.',
    scheme: 'Eine Seite kann nur Adressen mit http und https erreichen.',
  },
};
