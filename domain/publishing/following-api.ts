/** Following persons, books and activities (D-162). Activities have calls of their own (domain/activities/api.ts). */
import * as z from 'zod/mini'
import { endpoint } from '../lib/endpoint.ts'
import { flag, noError, responseFlag, sentBody } from '../lib/fields.ts'
import { page } from '../lib/page.ts'

/** The most persons and books that someone follows, and the most of each kind that the page of them shows. */
export const MOST_FOLLOWED = 1000
export const TOO_MANY_FOLLOWED = 'You follow 1,000 pages, the most you can. Unfollow one first.'
export const OWN_PAGE = 'This page is yours, so you can’t follow it.'
export const NOT_BLOCKED = 'You can’t follow this page.'

/** Whether I follow a page, and how many people do. */
export const following = z.object({
  is_followed: responseFlag,
  followers_count: z.int()
})
export type Following = z.output<typeof following>

const followed = z.object({ ...following.shape, ...noError })

export const followPerson = endpoint('PUT', '/api/users/:username/follow', {
  summary: 'Follow a person, or stop following; is_on is how it ends',
  body: sentBody({ is_on: flag }),
  response: followed,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

export const followBook = endpoint('PUT', '/api/items/:item/follow', {
  summary: 'Follow a group of items, or stop following; is_on is how it ends',
  body: sentBody({ is_on: flag }),
  response: followed,
  refusals: ['unauthenticated', 'notFound', 'conflict']
})

const followedPage = z.object({ id: z.int(), title: z.string(), path: z.string() })
export type FollowedPage = z.output<typeof followedPage>

export const followingPage = page('/my/following', {
  data: z.object({
    /** What I can open of what I follow, each by title; at most `MOST_FOLLOWED`. */
    people: z.array(z.object({ ...followedPage.shape, username: z.string() })),
    books: z.array(z.object({ ...followedPage.shape, author: z.string() })),
    activities: z.array(z.object({ ...followedPage.shape, slug: z.string() })),
    /** 1 when I get the weekly mail. */
    week_mail: responseFlag
  }),
  personal: 'Following',
  head: () => ({ title: 'Following' })
})
