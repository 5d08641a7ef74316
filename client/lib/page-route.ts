import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import { loadPage } from '../ui/loading/late.tsx'
import { Waiting } from '../ui/loading/Waiting.tsx'
import type { LoadOptions } from './page.ts'

export interface PageRoute extends LoadOptions {
  /** The addresses of the page's contract: its own path first, then the aliases. */
  paths: readonly [string, ...string[]]
  /** The file of the page, relative to client/, as the manifest of the build names it. */
  module: string
  load: () => Promise<ComponentType>
  /** It reads much, so it is not loaded ahead with the other tabs. */
  onRequest?: true
  /** Name of a set of tabs. Going from one tab to another of the same thing does not scroll (D-44). */
  noScroll?: string
  /** A page without data of its own, such as a legal page. */
  fixed?: boolean
}

/** Returns the loader of the page with this path in its contract. */
export type PageLoader = (path: string, options: LoadOptions) => LoaderFunction

/** What `useMatches` says of a page. */
export interface PageHandle {
  noScroll?: string
  /** The pages of its set of tabs that may be loaded ahead. */
  tabs: readonly PageRoute[]
}

/**
 * One route for each address of a page. The code and the data of the page are loaded at the same time.
 * @param all the pages of the site
 */
export function pageRoutes(
  { paths, load, noScroll, fixed, personal }: PageRoute,
  all: readonly PageRoute[],
  loaderOf: PageLoader
): RouteObject[] {
  const loader = fixed ? undefined : loaderOf(paths[0], { personal })
  const Component = () => loadPage(load, Waiting)
  const handle: PageHandle = {
    noScroll,
    tabs: all.filter(one => noScroll && one.noScroll === noScroll && !one.onRequest)
  }
  // The router changes `lazy` when it is loaded, so each route has its own.
  return paths.map(path => ({ path, lazy: { Component }, loader, handle }))
}
