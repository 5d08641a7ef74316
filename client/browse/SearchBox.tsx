import { CloseButton, TextInput } from '@mantine/core'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useEffect, useRef, useState } from 'react'
import { Form } from '../ui/forms/Form.tsx'
import classes from './list.module.css'
import { useFilterBy, useListFilters } from './list-filters.ts'

const PAUSE = 350

/** Searches when the typing pauses (ACT-022). Follows the address when it changes otherwise, such as by Back. */
export function SearchBox({ label }: { label: string }) {
  const { q } = useListFilters()
  const filterBy = useFilterBy()
  const [text, setText] = useState(q)
  const known = useRef(q)
  const timer = useRef(0)
  // The pause may end after other renders, with other filters. The ref holds the latest function.
  const latest = useRef(filterBy)
  latest.current = filterBy

  useEffect(() => {
    if (q === known.current) return
    known.current = q
    window.clearTimeout(timer.current)
    setText(q)
  }, [q])
  useEffect(() => () => window.clearTimeout(timer.current), [])

  function search(value: string, pause: number): void {
    setText(value)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const wanted = value.trim()
      if (wanted === known.current) return
      known.current = wanted
      latest.current({ q: wanted })
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
