/** The stylesheets that the package ships, and showing the elements with one of them. */

export const stylesheets = ['shadcn', 'material'] as const;

/** Resolves when the elements look as the stylesheet says; as by default without a name. */
export async function useStylesheet(name: string): Promise<void> {
  const current = document.querySelector<HTMLLinkElement>('#stylesheet');
  if ((current?.dataset['name'] ?? '') === name) return;
  current?.remove();
  if (!name) return;
  const link = Object.assign(document.createElement('link'), {
    id: 'stylesheet',
    rel: 'stylesheet',
    href: `/packages/elements/themes/${name}.css`,
  });
  link.dataset['name'] = name;
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new Error(`There is no stylesheet ${name}.`)));
    document.head.append(link);
  });
}
