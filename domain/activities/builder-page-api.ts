/** The pages of the builder. Only its screens load this file. */
import * as z from 'zod/mini'
import { card, hut, LIST_QUERY, linked, term } from '../browse/api.ts'
import { date } from '../lib/fields.ts'
import { page } from '../lib/page.ts'
import { activityForm, draft } from './builder-api.ts'

const choices = {
  terms: z.array(term),
  difficulties: z.array(z.object({ value: z.int(), title: z.string() }))
}

/** The groups that the person is a member of, the last joined first: the form offers them. */
const huts = z.array(hut)

/**
 * `?template={slug}` fills the form from a template, with new uuids and no dates, and not marked as a template (D-62).
 * `?copy={slug}` does the same with any activity that the viewer may see.
 * `?hut={slug or id}` preselects a group.
 */
export const createActivityPage = page('/challenges/create', {
  query: ['template', 'copy', 'hut'],
  data: z.object({
    challenge: draft,
    /** The activity that filled in the form. */
    source: z.nullable(z.object({ slug: z.string(), ...linked.shape })),
    hut: z.nullable(hut),
    huts,
    ...choices
  }),
  head: () => ({ title: 'Create an Activity', description: 'A plan of timed parts and goals for your sessions.' })
})
/** Opens for the activity's creator and for site admins only. */
export const updateActivityPage = page('/challenges/:challenge/update', {
  refusals: ['unauthenticated', 'forbidden'],
  data: z.object({ challenge: activityForm, hut: z.nullable(hut), huts, ...choices }),
  head: data => ({ title: `Update ${data.challenge.title}` })
})
export const templatesPage = page('/challenges/templates', {
  query: LIST_QUERY,
  data: z.object({
    /** One more than `per_page` when there is a next page (D-22). */
    templates: z.array(card),
    challengesCount: z.int(),
    ...choices
  }),
  head: () => ({ title: 'Templates', description: 'Plans to start from: use one, change it, start a session.' })
})

export const builderChoices = choices

/** A date that may be null, for the session's form. */
export const emptyDate = z.nullable(date)
