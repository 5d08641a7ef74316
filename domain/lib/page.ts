/**
 * One rule for pages. A page is a path, the shape of its data and the head made from that data. The server
 * registers one loader for it, which serves `GET /api{path}` as `{ serverData }` and embeds the same object in the
 * HTML of `GET {path}`; the page's route reads it from there at first and by the call afterwards (D-20).
 */
import type * as z from 'zod/mini'
import type { PathParams } from './endpoint.ts'
import type { RefusalKind } from './refusal.ts'

type Schema = z.ZodMiniType

export interface Head {
  title: string
  /** For search engines and for the preview of a shared link; public pages have one. */
  description?: string
  /** Path of the picture of a link preview. */
  image?: string
  /** Says what the picture shows, to whoever does not see it. */
  imageAlt?: string
  /** The picture is of a person: a preview shows it small, and whole. */
  isPortrait?: true
  /** The Atom feeds of what the page shows, the closest first. */
  feeds?: readonly { title: string; path: string }[]
  /** Of a page that is an article. Times are ISO 8601. */
  article?: { published: string; modified: string; author: string }
  /** Path of the page that search engines are to know instead of this one. */
  canonical?: string
}

/**
 * What the address of a page may ask for. An unreadable value is ignored, as an old link may have one (API-08), so these
 * are names and no schema.
 */
export type PageQuery =
  | 'page'
  | 'q'
  | 'category'
  | 'difficulty'
  | 'joined'
  | 'templates'
  | 'template'
  | 'hut'
  | 'challenge'
  | 'unattached'
  | 'goal'
  | 'action'
  | 'session'
  | 'reason'

export interface Page<Path extends string = string, Data extends Schema = Schema> {
  path: Path
  /** Other addresses of the same page; the same parameter names must appear in them. */
  aliases?: readonly string[]
  data: Data
  /** The server gives the loader these alone. */
  query?: readonly PageQuery[]
  /** What is at another address by now leads there. */
  moves?: true
  /** What may be refused beyond what follows from the path and from `personal`. */
  refusals?: readonly RefusalKind[]
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
