import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setHead, useHead } from './head.ts'

const descriptions = () =>
  [...document.querySelectorAll('meta[name="description"]')].map(tag => tag.getAttribute('content'))

beforeEach(() => {
  document.head.innerHTML = '<title>Study · Challenge Hut</title><meta name="description" content="From the server">'
})
afterEach(() => {
  cleanup()
  document.head.innerHTML = ''
})

test("the title has the page's and the product's name; the product alone appears once", () => {
  setHead({ title: 'Tokens' })
  expect(document.title).toBe('Tokens · Challenge Hut')
  setHead({ title: 'Challenge Hut' })
  expect(document.title).toBe('Challenge Hut')
})

test("title and description replace the server's and never appear twice", () => {
  setHead({ title: 'A', description: 'One' })
  setHead({ title: 'B', description: 'Two' })
  expect(document.querySelectorAll('title')).toHaveLength(1)
  expect(descriptions()).toEqual(['Two'])
})

test('a page without a description clears the previous one', () => {
  setHead({ title: 'A' })
  expect(descriptions()).toEqual([''])
})

test('adds a description when the server has written none', () => {
  document.head.innerHTML = ''
  setHead({ title: 'A', description: 'One' })
  expect(descriptions()).toEqual(['One'])
})

test('a page without data sets the head when it appears and when its title changes', () => {
  function About({ title }: { title: string }) {
    useHead(title, 'About us')
    return null
  }
  const { rerender } = render(<About title="About" />)
  expect([document.title, ...descriptions()]).toEqual(['About · Challenge Hut', 'About us'])
  rerender(<About title="More" />)
  expect(document.title).toBe('More · Challenge Hut')
})
