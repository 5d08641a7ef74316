import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { forget, show } from '../../testing/page/show.tsx'
import { AboutPage } from './AboutPage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { TermsPage } from './TermsPage.tsx'

afterEach(forget)

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

test('the privacy policy mentions user agents, push services and the operator', () => {
  show(<PrivacyPage />)
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
  show(<TermsPage />)
  expect(screen.getByText(/gives no medical advice/)).toBeTruthy()
  expect(screen.getByText(/Athletic activity is at your own risk/)).toBeTruthy()
})

test('the privacy policy is dated January 1, 2025', { tags: ['LGL-03', 'LGL-04'] }, () => {
  show(<PrivacyPage />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Privacy Policy')
  expect(screen.getByText(/January 1, 2025/)).toBeTruthy()
})
