import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { distanceText } from '../../domain/lib/distance.ts'
import { ADA, forget, show } from '../../testing/page/show.tsx'
import { useDistanceUnit } from './distances.ts'
import { setUser } from './user.ts'

afterEach(() => {
  vi.restoreAllMocks()
  forget()
})

const Mile = () => <p>{distanceText(1, useDistanceUnit())}</p>

test("a visitor sees the unit of their browser's region", { tags: 'D-154' }, () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  setUser(null)
  show(<Mile />)
  expect(screen.getByText('1.609 km')).toBeTruthy()
})

test("the unit that a person chose wins over the browser's", { tags: 'D-154' }, () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  setUser({ ...ADA, distance_unit: 'mi' })
  show(<Mile />)
  expect(screen.getByText('1 mile')).toBeTruthy()
})
