/** The pages about the service: about, terms and privacy (LGL-01..LGL-03, D-126), and the imprint. */
import * as z from 'zod/mini'
import { page } from '../lib/page.ts'

const none = z.object({})
/** The hut's own text as HTML, or a link to a page elsewhere; empty for the built-in text. */
const own = z.object({ text: z.string() })

export const aboutPage = page('/about', {
  data: none,
  isOpen: true,
  head: () => ({ title: 'About', description: 'What this is, who it’s for, and what’s still being built.' })
})
export const termsPage = page('/terms-of-service', {
  data: own,
  isOpen: true,
  head: () => ({ title: 'Terms of Service', description: 'The rules of using this service.' })
})
export const privacyPage = page('/privacy-policy', {
  data: own,
  isOpen: true,
  head: () => ({ title: 'Privacy Policy', description: 'What we store about you, and what we don’t.' })
})
/** Exists only in a hut whose admin has set one. */
export const imprintPage = page('/imprint', {
  data: own,
  isOpen: true,
  refusals: ['notFound'],
  head: () => ({ title: 'Imprint', description: 'Who runs this site.' })
})
