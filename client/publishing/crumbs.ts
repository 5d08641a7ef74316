import type { Crumb } from '../ui/Crumbs.tsx'

/** Person, group and item; the last of them is where one is (PUB-011). */
export function crumbsOf(breadcrumbs: readonly { title: string; path: string }[]): Crumb[] {
  return breadcrumbs.map(({ title, path }, index) =>
    index === breadcrumbs.length - 1 ? { title } : { title, to: path }
  )
}
