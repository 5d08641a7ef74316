import type { ReactNode } from 'react'

/** "Email: Value is required." The text stays as the requirements quote it, and the name says which field it's about. */
export function fieldError(field: string, text: string): ReactNode {
  return (
    <>
      {field}: <span>{text}</span>
    </>
  )
}
