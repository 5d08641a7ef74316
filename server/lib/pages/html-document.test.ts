import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { headTags, settings } from './html-document.ts'

const tagsOf = (appUrl: string, image?: string): string => {
  const config = { ...settings(readConfig({ APP_URL: appUrl })), csrf_token: 'token', server_time: 0 }
  const head = { title: 'Morning', ...(image ? { image } : {}) }
  return headTags({ head, canonical: '/ada/morning', serverData: null, status: 200 }, config)
}

test('the preview of a link shows the page’s picture at the configured address', {
  tags: 'D-20'
}, () => {
  const tags = tagsOf('https://hut.example', '/uploads/a.jpg')
  expect(tags).toContain('<meta property="og:image" content="https://hut.example/uploads/a.jpg">')
  expect(tags).toContain('<meta name="twitter:card" content="summary_large_image">')
  expect(tags).toContain('<meta property="og:url" content="https://hut.example/ada/morning">')
})

test('a preview without a picture or a configured address has no picture', { tags: 'D-20' }, () => {
  for (const tags of [tagsOf('https://hut.example'), tagsOf('', '/uploads/a.jpg')]) {
    expect(tags).not.toContain('og:image')
    expect(tags).not.toContain('twitter:card')
  }
})
