/**
 * Each icon is imported from its own file. The package's index has six thousand, and a development server would load
 * them all.
 */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react'

  const icon: Icon
  export default icon
}
