/** Describes pages to search engines and other programs by schema.org, as JSON-LD. */
import type { Embedded } from '../../../domain/app.ts'
import type { Head } from '../../../domain/lib/page.ts'

/**
 * Returns what a page is about, and where it stands in the hut.
 * @param address the absolute address of the page
 * @param absolute makes the address of a path absolute
 */
export function jsonLd(
  head: Head,
  config: Pick<Embedded['config'], 'app_name'>,
  address: string,
  absolute: (path: string) => string
): object[] {
  const { title, description, image, article, event, person, trail = [] } = head
  const common = { '@context': 'https://schema.org', url: address, ...(image ? { image: absolute(image) } : {}) }
  const things: object[] = []
  if (article) {
    things.push({
      ...{ ...common, '@type': 'Article', headline: title },
      ...{ datePublished: article.published, dateModified: article.modified },
      author: { '@type': 'Person', name: article.author }
    })
  }
  if (event) {
    things.push({
      ...{ ...common, '@type': 'Event', name: title, startDate: event.starts },
      ...(event.ends ? { endDate: event.ends } : {}),
      ...(description ? { description } : {}),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: address },
      organizer: { '@type': 'Organization', name: config.app_name, url: absolute('/') }
    })
  }
  if (person) {
    things.push({
      '@context': 'https://schema.org',
      '@type': 'ProfilePage',
      mainEntity: { ...common, '@context': undefined, '@type': 'Person', name: title, alternateName: person.username }
    })
  }
  // Home alone is no way.
  if (trail.length > 1) {
    things.push({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: trail.map((step, index) => ({
        ...{ '@type': 'ListItem', position: index + 1, name: step.title, item: absolute(step.path) }
      }))
    })
  }
  return things
}
