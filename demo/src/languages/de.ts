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
    message: 'Nachricht',
    messageHint: 'Mit / einen Prompt wählen',
    chatHint:
      'Ein einfaches Textfeld dieser Seite. Tippen Sie /, wählen Sie einen Prompt und sehen Sie ihn sich an. Sein Text wird zum Bearbeiten eingefügt. Nichts wird gesendet.',
    log: 'Protokoll',
  },
  present: 'Dieser Server steht schon in der Liste.',
  given: (parts, address) =>
    `${address} hinzugefügt (${parts === 1 ? '1 Eintrag' : `${parts.toLocaleString('de')} Einträge`}).`,
  url: {
    missing: 'Geben Sie die URL eines Servers ein, zum Beispiel https://example.com/mcp.',
    invalid: 'Das ist keine URL. Die URL eines Servers sieht aus wie https://example.com/mcp.',
    scheme: 'Eine Seite kann nur Adressen mit http und https erreichen.',
  },
};
