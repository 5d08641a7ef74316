/**
 * The contract of a page: a path, the shape of its data and the head made from that data. The server has one loader for
 * each page. It serves the data as `{ serverData }` from `GET /api{path}` and embeds the same object in the HTML of
 * `GET {path}`. The client reads the embedded data first and uses the call afterwards (D-20).
 */
import type * as z from 'zod/mini'
import type { PathParams } from './endpoint.ts'
import type { RefusalKind } from './refusal.ts'

type Schema = z.ZodMiniType

export interface Head {
  title: string
  /** The description for search engines and link previews; public pages have one. */
  description?: string
  /** Path of the picture in a link preview. */
  image?: string
  /** Alternative text of the picture. */
  imageAlt?: string
  /** The picture shows a person, so a preview shows it small and uncropped. */
  isPortrait?: true
  /** The Atom feeds of the page, the most specific first. */
  feeds?: readonly { title: string; path: string }[]
  /** Set for a page that is an article. Times are ISO 8601. */
  article?: { published: string; modified: string; author: string }
  /** Set for the page of a session with a start. Times are ISO 8601. */
  event?: { starts: string; ends: string | null }
  /** Set for the page of a person. */
  person?: { username: string }
  /** The pages from home to this one. */
  trail?: readonly { title: string; path: string }[]
  /** Path of the page that search engines should list instead of this one. */
  canonical?: string
}

/** Query parameters of pages. They have no schema, because invalid values, as in an old link, are ignored (API-08). */
export type PageQuery =
  | 'page'
  | 'q'
  | 'category'
  | 'difficulty'
  | 'joined'
  | 'templates'
  | 'template'
  | 'copy'
  | 'hut'
  | 'challenge'
  | 'unattached'
  | 'goal'
  | 'action'
  | 'session'
  | 'reason'
  | 'decided'
  | 'state'
  | 'before'
  | 'show'
  | 'month'
  | 'seen'

export interface Page<Path extends string = string, Data extends Schema = Schema> {
  path: Path
  /** Other paths of the same page, with the same parameter names. */
  aliases?: readonly string[]
  data: Data
  /** The query parameters that the loader receives. */
  query?: readonly PageQuery[]
  /** The content may have moved to another address; the page then redirects to it. */
  moves?: true
  /** Visitors may open it in a hut for members only too (D-146). */
  isOpen?: true
  /** The kinds of refusal, in addition to those that follow from the path and from `personal`. */
  refusals?: readonly RefusalKind[]
  /**
   * Set for a page of private data: visitors get no data, but a page with this title that asks them to sign in
   * (MYS-12).
   */
  personal?: string
  head: (data: z.output<Data>) => Head
}

/**
 * Declares a page, and infers the types of path and data.
 * @__NO_SIDE_EFFECTS__
 */
export function page<const Path extends string, Data extends Schema>(
  path: Path,
  rest: Omit<Page<Path, Data>, 'path'>
): Page<Path, Data> {
  return { path, ...rest }
}

export type DataOf<P> = P extends Page<string, infer Data> ? z.output<Data> : never
export type ParamsOf<P> = P extends Page<infer Path, Schema> ? PathParams<Path> : never
