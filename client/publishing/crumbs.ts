import type { Crumb } from '../ui/links/Crumbs.tsx'

/** Person, group and item. The last one is the current page, without a link (PUB-011). */
export function crumbsOf(breadcrumbs: readonly { title: string; path: string }[]): Crumb[] {
  return breadcrumbs.map(({ title, path }, index) =>
    index === breadcrumbs.length - 1 ? { title } : { title, to: path }
  )
}
