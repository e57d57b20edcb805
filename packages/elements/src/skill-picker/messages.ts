export const english = {
  empty: 'No skills',
  emptyHint: 'Skills that servers offer appear here.',
  search: 'Find a skill',
  none: 'No skill matches',
  use: 'Use',
  useNamed: (skill: string) => `Use the skill ${skill}`,
  loading: 'Loading…',
  used: (skill: string) => `Skill ${skill} loaded`,
  files: (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`),
  dynamic: 'Made up each time',
  refused: (count: number) =>
    count === 1 ? '1 skill cannot be used' : `${count.toLocaleString('en')} skills cannot be used`,
  listing: 'Fetching the skills…',
};

export type SkillPickerMessages = typeof english;
