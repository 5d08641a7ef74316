/** The colours of the theme. */
import type { MantineColorsTuple } from '@mantine/core'

export const ember: MantineColorsTuple = [
  '#fff3ea',
  '#ffe3d1',
  '#ffc8a6',
  '#ffaa7a',
  '#fb9058',
  '#ea6c2b',
  '#d4551a',
  '#b13e0d',
  '#9a360c',
  '#7a2b0b'
]
export const gray: MantineColorsTuple = [
  '#faf5ee',
  '#f3ece1',
  '#e9dfd1',
  '#dccfbd',
  '#c9b9a4',
  '#9c8c7d',
  '#6b5e53',
  '#544940',
  '#3b322b',
  '#2a231e'
]
export const dark: MantineColorsTuple = [
  '#f1e9df',
  '#dcd0c3',
  '#b9aa9b',
  '#8f8073',
  '#574b42',
  '#3f362f',
  '#2b2520',
  '#1c1714',
  '#15110f',
  '#0e0b0a'
]
