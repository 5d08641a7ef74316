/** The pages about the service: about, terms and privacy (LGL-01..LGL-03, D-126). They need no data. */
import * as z from 'zod/mini'
import { page } from '../lib/page.ts'

const none = z.object({})

export const aboutPage = page('/about', {
  data: none,
  head: () => ({ title: 'About', description: 'What this is, who it’s for, and what’s still being built.' })
})
export const termsPage = page('/terms-of-service', {
  data: none,
  head: () => ({ title: 'Terms of Service', description: 'The rules of using this service.' })
})
export const privacyPage = page('/privacy-policy', {
  data: none,
  head: () => ({ title: 'Privacy Policy', description: 'What we store about you, and what we don’t.' })
})
