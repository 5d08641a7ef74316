import { CloseButton, TextInput } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Form } from '../ui/forms/Form.tsx'
import classes from './list.module.css'
import { useFilterBy, useListFilters } from './list-filters.ts'

const PAUSE = 350

/** Searches when the typing pauses (ACT-022). Follows the address when it changes otherwise, such as by Back. */
export function SearchBox({ label }: { label: string }) {
  const { q, isLoading } = useListFilters()
  const { key } = useLocation()
  const filterBy = useFilterBy()
  const [text, setText] = useState(q)
  /** The typed search, until the address has it. */
  const sought = useRef<string | null>(null)
  const timer = useRef(0)
  // The pause may end after other renders, with other filters. The ref holds the latest ones.
  const latest = useRef({ q, isLoading, filterBy })
  latest.current = { q, isLoading, filterBy }

  // A filter pressed while the search loads replaces the address without the search. Only `key` changes then.
  // biome-ignore lint/correctness/useExhaustiveDependencies: key
  useEffect(() => {
    if (timer.current) return
    if (sought.current === null) setText(now => (now.trim() === q ? now : q))
    else if (isLoading) return
    else if (sought.current === q) sought.current = null
    else latest.current.filterBy({ q: sought.current })
  }, [q, isLoading, key])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  function search(value: string, pause: number): void {
    setText(value)
    sought.current = value.trim()
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      timer.current = 0
      const now = latest.current
      if (sought.current === now.q && !now.isLoading) sought.current = null
      else now.filterBy({ q: sought.current })
    }, pause)
  }
  return (
    <search className={classes.search}>
      <Form onSubmit={() => search(text, 0)}>
        <TextInput
          type="search"
          name="q"
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={100}
          onChange={event => search(event.currentTarget.value, PAUSE)}
          leftSection={<IconSearch size={20} aria-hidden />}
          rightSection={
            text && <CloseButton aria-label="Clear the search" size="2.5rem" onClick={() => search('', 0)} />
          }
        />
      </Form>
    </search>
  )
}
