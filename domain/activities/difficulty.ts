/** Difficulty options (ACT-076..ACT-078). */
export const DIFFICULTIES = [
  { value: 3, title: 'Easy' },
  { value: 4, title: 'Normal' },
  { value: 6, title: 'Difficult' }
] as const
