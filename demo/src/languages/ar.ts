import type { Words } from './words.ts';

/** An address keeps its own direction. */
const isolated = (address: string): string => `\u2066${address}\u2069`;

export const words: Words = {
  page: {
    servers: 'الخوادم',
    notSure: 'لا تعرف ما العمل؟',
    troubleshooting: 'عندما لا يجيب الخادم (بالإنجليزية)',
    connectYours: 'صِل خادمك',
    url: 'عنوان URL',
    revision: 'إصدار البروتوكول',
    newest: 'أحدث إصدار مشترك',
    connect: 'اتصال',
    addEmbedded: 'إضافة الخادم المدمج',
    addDiary: 'إضافة خادم بتسجيل دخول',
    shared: 'تبقى الخوادم التي تضيفها في عنوان هذه الصفحة لتتمكن من مشاركته.',
    model: 'من يجيب عن النموذج',
    modelKind: 'عندما يطلب خادم نموذجًا',
    modelToy: 'نموذج لعبة: يكرر ما يُسأل عنه',
    modelSelf: 'أكتب الإجابات بنفسي',
    modelBuiltIn: 'نموذج هذا المتصفح',
    modelEndpoint: `نقطة وصول بصيغة ${isolated('OpenAI')}`,
    endpoint: 'نقطة الوصول',
    address: 'العنوان',
    modelName: 'النموذج',
    key: 'المفتاح، إن كان مطلوبًا',
    modelHint: 'ترى كل طلب قبل إرساله، وكل إجابة قبل أن تصل إلى الخادم. لا يُحفظ شيء من ذلك.',
    permissions: 'ما يعمل دون سؤال',
    offers: 'ما تقدمه الخوادم',
    tools: 'الأدوات',
    prompts: 'المطالبات',
    resources: 'الموارد',
    message: 'الرسالة',
    messageHint: 'اكتب / لاختيار مطالبة',
    chatHint:
      'مربع نص عادي في هذه الصفحة. اكتب / واختر مطالبة واطّلع على نصها، ثم عدّله كما تشاء. لا يُرسل شيء إلى أي مكان.',
    log: 'السجل',
  },
  present: 'هذا الخادم موجود في القائمة.',
  given: (parts, address) =>
    `تلقّت هذه الصفحة من ${isolated(address)} عدد الأجزاء التالي: ${parts.toLocaleString('ar')}.`,
  url: {
    missing: `اكتب عنوان خادم، مثل ${isolated('https://example.com/mcp')}.`,
    invalid: `هذا ليس عنوان URL. يبدو عنوان الخادم هكذا: ${isolated('https://example.com/mcp')}.`,
    scheme: `لا تصل الصفحة إلا إلى عناوين ${isolated('http')} و${isolated('https')}.`,
  },
};
