import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject } from 'react-router'
import type { LoadOptions } from '../../lib/page.ts'
import { loadPage } from './late.tsx'
import { Waiting } from './Waiting.tsx'

/** A page in the table of routes. */
export interface PageEntry extends LoadOptions {
  /** The addresses in the page's contract: its own path first, then the aliases. */
  paths: readonly [string, ...string[]]
  /** The file of the page, relative to client/, as in the build's manifest. Its component has the name of the file. */
  module: string
  /** Not preloaded with the other tabs, because it loads much data. */
  onRequest?: true
  /** Name of a set of tabs. Switching between tabs of the same thing does not scroll (D-44). */
  noScroll?: string
  /** A page without data from the server, such as a legal page. */
  fixed?: boolean
}

export interface PageRoute extends PageEntry {
  load: () => Promise<ComponentType>
}

/** Creates the loader of a page from the path in its contract. */
export type PageLoader = (path: string, options: LoadOptions) => LoaderFunction

/** The data of a page's route in `useMatches`. */
export interface PageHandle {
  noScroll?: string
  /** The pages of its set of tabs that may be preloaded. */
  tabs: readonly PageRoute[]
}

/**
 * Creates one route for each address of a page. Code and data load at the same time.
 * @param all the pages of the site
 */
export function pageRoutes(
  { paths, load, noScroll, fixed, personal, keep }: PageRoute,
  all: readonly PageRoute[],
  loaderOf: PageLoader
): RouteObject[] {
  const loader = fixed ? undefined : loaderOf(paths[0], { personal, keep })
  const Component = () => loadPage(load, Waiting)
  const handle: PageHandle = {
    noScroll,
    tabs: all.filter(one => noScroll && one.noScroll === noScroll && !one.onRequest)
  }
  // The router changes `lazy` after loading it, so each route has its own.
  return paths.map(path => ({ path, lazy: { Component }, loader, handle }))
}
