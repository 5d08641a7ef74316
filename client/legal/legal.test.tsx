import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { privacyPage, termsPage } from '../../domain/legal/pages.ts'
import { forget, json, respond, show } from '../../testing/page/show.tsx'
import { config } from '../lib/embedded.ts'
import { pageQuery, queryClient } from '../lib/page-cache.ts'
import { AboutPage } from './AboutPage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { TermsPage } from './TermsPage.tsx'

afterEach(forget)

/** Shows a page with an admin's own text; empty for the built-in one. */
function showWith(text: string, contract: typeof termsPage | typeof privacyPage, element: ReactNode): void {
  queryClient.setQueryData(pageQuery(contract, { params: {}, search: '' }).queryKey, { text })
  respond({ [`GET /api${contract.path}`]: () => json({ serverData: { text } }) })
  show(element, contract.path)
}

test('About says that the product is in development, with bugs and unfinished activities', {
  tags: ['LGL-01', 'LGL-07', 'LGL-08', 'LGL-09']
}, () => {
  show(<AboutPage />)
  expect(screen.getByText(/still in development/).textContent).toMatch(/bugs.*incomplete.*activities/is)
})

test('About shows the version', () => {
  show(<AboutPage />)
  expect(screen.getByText(/^This is version \d+\.\d+\.\d+/)).toBeTruthy()
})

test('About links to the license, the licenses of others, and the source if the operator says where it is', () => {
  const links = () => screen.getAllByRole('link').map(link => link.getAttribute('href'))
  show(<AboutPage />)
  expect(links()).toEqual(expect.arrayContaining(['/license.txt', '/third-party-licenses.txt']))
  expect(screen.queryByRole('link', { name: 'its source' })).toBeNull()
  forget()
  config.source_url = 'https://source.example.org/hut'
  try {
    show(<AboutPage />)
    expect(links()).toContain('https://source.example.org/hut')
  } finally {
    config.source_url = null
  }
})

test('the privacy policy mentions user agents, push services and the operator', () => {
  showWith('', privacyPage, <PrivacyPage />)
  for (const text of [
    /what its browser calls itself/,
    /your browser’s push service/,
    /The people who run/,
    /at most 5 MB, encrypted.*14 days offline/
  ]) {
    expect(screen.getByText(text)).toBeTruthy()
  }
})

test('the terms give no medical advice and leave athletic activity at your own risk', {
  tags: ['LGL-02', 'LGL-05', 'LGL-06']
}, () => {
  showWith('', termsPage, <TermsPage />)
  expect(screen.getByText(/gives no medical advice/)).toBeTruthy()
  expect(screen.getByText(/Athletic activity is at your own risk/)).toBeTruthy()
})

test('the privacy policy is dated January 1, 2025', { tags: ['LGL-03', 'LGL-04'] }, () => {
  showWith('', privacyPage, <PrivacyPage />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Privacy Policy')
  expect(screen.getByText(/January 1, 2025/)).toBeTruthy()
})

test('an admin’s own terms replace the built-in ones, and a link leads to a page elsewhere', () => {
  showWith('<p>Be kind.</p>', termsPage, <TermsPage />)
  expect(screen.getByText('Be kind.')).toBeTruthy()
  expect(screen.queryByText(/medical advice/)).toBeNull()
  forget()
  showWith('https://example.org/terms', termsPage, <TermsPage />)
  expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.org/terms')
})
