/** Title and description of the document, the same as the server writes into the HTML. */
import { useEffect, useState } from 'react'
import type { Head } from '../../domain/lib/page.ts'
import { config } from './embedded.ts'

/** What stands before the title, such as countdowns, by who put it there. */
const leads = new Map<symbol, string>()
let pageTitle: string | null = null

function showTitle(): void {
  if (pageTitle !== null) document.title = [...leads.values(), pageTitle].filter(Boolean).join(' · ')
}

export function setHead({ title, description }: Head): void {
  pageTitle = title === config.app_name ? title : `${title} · ${config.app_name}`
  showTitle()
  const meta =
    document.querySelector('meta[name="description"]') ?? document.head.appendChild(document.createElement('meta'))
  meta.setAttribute('name', 'description')
  meta.setAttribute('content', description ?? '')
}

/** For pages without data of their own. */
export function useHead(title: string, description?: string): void {
  useEffect(() => setHead({ title, description }), [title, description])
}

/** Puts something before the page's title for as long as the component is shown: a countdown, what is unread. */
export function useTitleLead(text: string): void {
  const [me] = useState(Symbol)
  useEffect(() => {
    leads.set(me, text)
    showTitle()
  }, [me, text])
  useEffect(
    () => () => {
      leads.delete(me)
      showTitle()
    },
    [me]
  )
}
