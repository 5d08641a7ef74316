import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { useNow } from './dates/server-clock.ts'
import { config } from './embedded.ts'
import { Hydrating, useAddress, useHydrated } from './hydrated.ts'

function Told() {
  const isHydrated = useHydrated()
  const now = useNow()
  return <p>{isHydrated && now > 0 ? 'the browser' : 'the server'}</p>
}

test("hydrates the server's page, then shows browser values, then calls onDone", async () => {
  const container = document.createElement('div')
  const page = (onDone: () => void) => (
    <Hydrating onDone={onDone}>
      <Told />
    </Hydrating>
  )
  container.innerHTML = renderToString(page(() => {}))
  expect(container.textContent).toBe('the server')
  const mismatches: unknown[] = []
  const shown: (string | null)[] = []
  const onDone = vi.fn(() => void shown.push(container.textContent))
  const root = await act(async () =>
    hydrateRoot(container, page(onDone), { onRecoverableError: error => mismatches.push(error) })
  )
  expect(mismatches).toEqual([])
  expect(shown).toEqual(['the browser'])
  await act(async () => root.unmount())
})

test('outside of a rendered page it shows browser values at once', () => {
  expect(renderToString(<Told />)).toContain('the browser')
})

function Shared() {
  return <p>{useAddress('/invite/abc')}</p>
}

test('the address of a link starts with APP_URL, or with the origin that the browser knows', () => {
  const rendered = () =>
    renderToString(
      <Hydrating>
        <Shared />
      </Hydrating>
    )
  expect(rendered()).toBe('<p>/invite/abc</p>')
  expect(renderToString(<Shared />)).toBe(`<p>${window.location.origin}/invite/abc</p>`)
  config.app_url = 'https://hut.example'
  expect(rendered()).toBe('<p>https://hut.example/invite/abc</p>')
  config.app_url = ''
})
