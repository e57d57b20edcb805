import type { PageMessages } from './page-messages.ts';

/** Keeps an address in its own direction. */
const isolated = (address: string): string => `\u2066${address}\u2069`;

export const messages: PageMessages = {
  page: {
    servers: 'الخوادم',
    notSure: 'لا تعرف ما العمل؟',
    troubleshooting: 'عندما لا يجيب الخادم (بالإنجليزية)',
    connectYours: 'صِل خادمك',
    url: 'عنوان URL',
    revision: 'إصدار البروتوكول',
    newest: 'تلقائي (الأحدث)',
    connect: 'اتصال',
    addEmbedded: 'إضافة الخادم المدمج',
    addDiary: 'تجربة عرض تسجيل الدخول',
    shared: 'تصبح الخوادم التي تضيفها جزءًا من عنوان هذه الصفحة لتتمكن من مشاركتها.',
    model: 'النموذج المستخدم للإجابة',
    modelKind: 'الإجابة باستخدام',
    modelToy: 'نموذج تجريبي: يكرر المطالبة',
    modelSelf: 'كتابة الإجابات بنفسي',
    modelBuiltIn: 'النموذج المدمج في هذا المتصفح',
    modelEndpoint: `نقطة وصول متوافقة مع ${isolated('OpenAI')}`,
    endpoint: 'نقطة الوصول',
    address: 'عنوان URL الأساسي',
    modelName: 'النموذج',
    key: 'مفتاح API (اختياري)',
    modelHint: 'تراجع كل مطالبة قبل أن تصل إلى النموذج، وكل إجابة قبل أن تصل إلى الخادم. لا تُحفظ هذه الإعدادات.',
    permissions: 'الأدوات المسموح بها',
    offers: 'ما تقدمه الخوادم',
    tools: 'الأدوات',
    prompts: 'المطالبات',
    resources: 'الموارد',
    message: 'الرسالة',
    messageHint: 'اكتب / لاختيار مطالبة',
    chatHint: 'مربع نص عادي في هذه الصفحة. اكتب / واختر مطالبة وعاينها. يُدرج نصها هنا لتعديله، ولا يُرسل أي شيء.',
    log: 'السجل',
  },
  present: 'هذا الخادم موجود في القائمة.',
  given: (parts, address) => `أُضيف ${isolated(address)} (عدد العناصر: ${parts.toLocaleString('ar')}).`,
  url: {
    missing: `اكتب عنوان خادم، مثل ${isolated('https://example.com/mcp')}.`,
    invalid: `هذا ليس عنوان URL. يبدو عنوان الخادم هكذا: ${isolated('https://example.com/mcp')}.`,
    scheme: `لا تصل الصفحة إلا إلى عناوين ${isolated('http')} و${isolated('https')}.`,
  },
};
