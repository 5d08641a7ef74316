import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { forget, show } from '../../../testing/page/show.tsx'
import { LogoField } from './LogoField.tsx'

afterEach(forget)

function Field() {
  const [address, setAddress] = useState('/uploads/logo.webp')
  return <LogoField value={address} onChange={setAddress} />
}

test('the focus stays near the logo once it is removed', async () => {
  show(<Field />)
  const remove = screen.getByRole('button', { name: 'Remove' })
  act(() => remove.focus())
  fireEvent.click(remove)
  expect(screen.getByRole('button', { name: 'Upload a logo' })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})
