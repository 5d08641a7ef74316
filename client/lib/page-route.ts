import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { type LoadOptions, pageLoader } from './page.ts'

export interface RouteOptions extends LoadOptions {
  /** Name of a set of tabs: going from one to another of the same thing does not scroll (D-44). */
  noScroll?: string
  /** A page without data of its own, such as a legal page. */
  fixed?: boolean
}

type Load = () => Promise<ComponentType>

/** One page under one or several addresses. Its code and its data are asked for at the same time. */
export function pageRoute(paths: string | readonly string[], load: Load, options: RouteOptions = {}): RouteObject[] {
  return [paths].flat().map(path => ({
    path,
    lazy: { Component: load },
    loader: options.fixed ? undefined : pageLoader(options),
    handle: { noScroll: options.noScroll }
  }))
}
