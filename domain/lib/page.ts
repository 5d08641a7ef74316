/**
 * One rule for pages. A page is a path, the shape of its data and the head made from that data. The server
 * registers one loader for it, which serves `GET /api{path}` as `{ serverData }` and embeds the same object in the
 * HTML of `GET {path}`; the page's route reads it from there at first and by the call afterwards (D-20).
 */
import type * as z from 'zod/mini'
import type { PathParams } from './endpoint.ts'

type Schema = z.ZodMiniType

export interface Head {
  title: string
  /** For search engines and for the preview of a shared link; public pages have one. */
  description?: string
}

export interface Page<Path extends string = string, Data extends Schema = Schema> {
  path: Path
  /** Other addresses of the same page; the same parameter names must appear in them. */
  aliases?: readonly string[]
  data: Data
  /**
   * Set for a page of what is mine alone. Its data is refused to a visitor, who is asked to sign in under this title
   * (MYS-12).
   */
  personal?: string
  head: (data: z.output<Data>) => Head
}

/** Declares a page. It returns what it is given; the call only infers the types of path and data. */
export function page<const Path extends string, Data extends Schema>(definition: Page<Path, Data>): Page<Path, Data> {
  return definition
}

export type DataOf<P> = P extends Page<string, infer Data> ? z.output<Data> : never
export type ParamsOf<P> = P extends Page<infer Path, Schema> ? PathParams<Path> : never
