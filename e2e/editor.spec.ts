import { expect, type Locator, type Page } from '@playwright/test'
import type { ClassicEditor } from 'ckeditor5'
import sharp from 'sharp'
import { HARMFUL_TEXTS } from '../testing/input/harmful-texts.ts'
import { RICH_TEXTS } from '../testing/input/rich-texts.ts'
import { changeTheme, THEMES, violations } from './axe.ts'
import { test } from './product.ts'

const PHONE = { width: 390, height: 844 }

/** CKEditor stores its instance on the editable element. */
type Box = HTMLElement & { ckeditorInstance: ClassicEditor }

const box = (page: Page) => page.getByRole('textbox', { name: 'Description' })
const tool = (page: Page, name: string) =>
  page.locator('.ck-body-wrapper, .ck-editor').getByRole('button', { name, exact: true })
const written = (page: Page) =>
  box(page).evaluate(element => (element as Box).ckeditorInstance.getData({ skipListItemIds: true }))

/** The attributes of each picture in the editor. */
const attributesOfPictures = (page: Page) =>
  box(page).evaluate(element => {
    const { model } = (element as Box).ckeditorInstance
    const root = model.document.getRoot()
    const items = root ? [...model.createRangeIn(root)].map(({ item }) => item) : []
    return items
      .filter(item => item.is('element', 'imageBlock'))
      .map(item => Object.fromEntries<unknown>(item.getAttributes()))
  })

async function openBuilder(page: Page): Promise<void> {
  // The page asks before leaving with changes. This accepts.
  page.on('dialog', dialog => dialog.accept())
  await page.goto('/challenges/create')
  await loadEditor(page)
}

/** The editor loads when the field gets the focus. */
async function loadEditor(page: Page): Promise<void> {
  await box(page).focus()
  await page.locator('.ck-editor__editable:visible').or(page.getByText('We couldn’t load the editor')).waitFor()
}

async function save(page: Page, title = 'Couch to hut'): Promise<void> {
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title)
  await page.getByRole('button', { name: 'Create activity' }).click()
  await page.waitForURL(/\/activities\//)
  // The address changes before the page does, and the editor shows the same text.
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

async function openHeadings(page: Page): Promise<void> {
  const heading = page.locator('.ck-heading-dropdown').getByRole('button').first()
  if (!(await heading.isVisible())) await tool(page, 'Show more items').click()
  await heading.click()
}

async function chooseHeading(page: Page, name: string): Promise<void> {
  await openHeadings(page)
  await page.getByRole('menuitemradio', { name, exact: true }).click()
}

/** On a phone, buttons that do not fit are behind the last button of the toolbar. */
async function press(page: Page, name: string): Promise<void> {
  // The button with languages is two buttons of the same name.
  const button = tool(page, name).first()
  if (!(await button.isVisible())) await tool(page, 'Show more items').click()
  await button.click()
}

/** The editor follows the browser's selection a frame later. A key before that acts on the old selection. */
async function followed(page: Page): Promise<void> {
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

/** @param text the selected text */
async function link(page: Page, text: string, address: string): Promise<void> {
  await followed(page)
  await press(page, 'Link')
  const form = page.locator('.ck-link-form')
  await expect(form.getByRole('textbox', { name: 'Displayed text' })).toHaveValue(text)
  await form.getByRole('textbox', { name: 'Link URL' }).fill(address)
  await form.getByRole('button', { name: 'Insert' }).click()
  await form.waitFor({ state: 'hidden' })
}

async function paste(page: Page, html: string): Promise<void> {
  await box(page).evaluate((element, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', data)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

/**
 * The violations, except those of the texts (pictures without a description) and of the library (a caption with the
 * role of a text box).
 */
async function violationsOfEditor(page: Page, theme: string): Promise<string[]> {
  const all = await violations(page, { without: ['image-alt', 'link-name'], colorsOnly: theme !== THEMES[0] })
  return all.filter(one => one !== 'aria-allowed-role: figcaption')
}

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

test('a description is written on a phone, survives a reload, is read and changed', {
  tag: ['@PUB-076', '@PUB-077', '@PUB-079', '@PUB-083', '@PUB-085']
}, async ({ person }) => {
  const { page } = await person('ada', PHONE)
  await openBuilder(page)
  await box(page).click()
  await chooseHeading(page, 'Heading 1')
  await page.keyboard.type('Week one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Run ')
  await press(page, 'Bold')
  await page.keyboard.type('slowly')
  await press(page, 'Bold')
  await page.keyboard.type(', see ')
  await page.keyboard.type('plan')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await link(page, 'plan', 'example.org/plan')
  await box(page).press('Control+End')
  await followed(page)
  await page.keyboard.press('Enter')
  await press(page, 'Bulleted List')
  await page.keyboard.type('Warm up')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Eight rounds')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await press(page, 'Insert code block')
  await page.keyboard.type('for (const a of b) run(a)')
  const text = await written(page)
  expect(text).toBe(
    '<h2>Week one</h2><p>Run <strong>slowly</strong>, see <a rel="noopener nofollow ugc" href="https://example.org/plan">plan</a></p>' +
      '<ul><li>Warm up</li><li>Eight rounds</li></ul><pre><code class="language-plaintext">for (const a of b) run(a)</code></pre>'
  )
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.reload()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(box(page).getByRole('heading', { name: 'Week one' })).toBeVisible()
  await loadEditor(page)
  expect(await written(page)).toBe(text)

  await save(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2, name: 'Week one' })).toBeVisible()
  await expect(main.locator('strong', { hasText: 'slowly' })).toHaveCSS('font-weight', /[67]00/)
  await expect(main.getByRole('link', { name: 'plan' })).toHaveAttribute('href', 'https://example.org/plan')
  await expect(main.getByRole('listitem').filter({ hasText: 'Eight rounds' })).toBeVisible()
  await expect(main.locator('pre code')).toHaveText('for (const a of b) run(a)')
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  const address = page.url()
  await page.goto(`${address.replace('/activities/', '/challenges/')}/update`)
  await expect(box(page).getByRole('heading', { name: 'Week one' })).toBeVisible()
  await loadEditor(page)
  expect(await written(page)).toBe(text)
  await expect(page.getByText('No changes yet')).toBeVisible()
  await box(page).click()
  await page.keyboard.press('Control+Home')
  await followed(page)
  await page.keyboard.type('In ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/activities\//)
  await expect(main.getByRole('heading', { level: 2, name: 'In Week one' })).toBeVisible()
})

test('the editor writes a stored text again unchanged', { tag: '@D-119' }, async ({ visitor }) => {
  const page = await visitor()
  await openBuilder(page)
  const again = await box(page).evaluate(
    (element, texts) =>
      Object.fromEntries(
        Object.entries(texts).map(([name, html]) => {
          const editor = (element as Box).ckeditorInstance
          editor.setData(html)
          return [name, editor.getData({ skipListItemIds: true })]
        })
      ),
    RICH_TEXTS
  )
  expect(again).toEqual(RICH_TEXTS)
})

test('plain descriptions and other programs’ HTML open in the editor', { tag: '@D-119' }, async ({ visitor }) => {
  const page = await visitor()
  await openBuilder(page)
  const read = (html: string) =>
    box(page).evaluate((element, text) => {
      const editor = (element as Box).ckeditorInstance
      editor.setData(text)
      return editor.getData({ skipListItemIds: true })
    }, html)
  expect(await read('No marks & no tags')).toBe('<p>No marks &amp; no tags</p>')
  expect(await read('<p>One<br />two</p>')).toBe('<p>One<br>two</p>')
  expect(await read('<h1>Title</h1><p><em>a</em> <b>b</b></p><h6>Small</h6>')).toBe(
    '<h2>Title</h2><p><i>a</i> <strong>b</strong></p><h5>Small</h5>'
  )
})

test('pasted HTML does no harm, in the editor or on the page', { tag: '@D-119' }, async ({ person }) => {
  const { page } = await person('ada')
  await openBuilder(page)
  await box(page).click()
  await paste(
    page,
    '<p onclick="window.harm=1">Kept <b>bold</b></p><script>window.harm=1</script><img src="x:" onerror="window.harm=1">' +
      '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload="window.harm=1"><iframe srcdoc="<script>top.harm=1</script>"></iframe>' +
      '<a href="javascript:window.harm=1">link</a><svg onload="window.harm=1"></svg><p style="position:fixed">over</p>'
  )
  await expect(box(page)).toContainText('Kept bold')
  await save(page)
  await expect(page.getByText('Kept bold')).toBeVisible()
  const main = page.getByRole('main')
  expect(
    await main.locator('script, iframe, img[onerror], [onclick], a[href^="javascript"], [style*="fixed"]').count()
  ).toBe(0)
  expect(await page.evaluate(() => 'harm' in window)).toBe(false)
})

test('a stored text runs nothing and stays in its place on the page', { tag: '@D-119' }, async ({ person }) => {
  const { page, context } = await person('ada', PHONE)
  // The largest allowed elements, beside the harmful ones.
  const row = (cell: string) => `<tr>${`<${cell}>longword</${cell}>`.repeat(30)}</tr>`
  const content = [
    ...HARMFUL_TEXTS.map(([, , stored]) => stored),
    `<figure class="table"><table><thead>${row('th')}</thead></table></figure><table><tbody>${row('td')}</tbody></table>`,
    '<p><img src="/uploads/wide.png" width="5000" height="2500"></p>',
    `<p>${'x'.repeat(2000)}</p><pre><code class="language-javascript">const ${'x'.repeat(500)}</code></pre>`
  ].join('\n')
  const response = await context.request.post('/groups/store', { data: { title: 'Harm', content } })
  const { group } = await response.json()
  expect(group.content).toBe(content)

  // The content policy would block scripts that get through. Here none may get that far.
  await page.route(`**${group.url}`, async route => {
    const { 'content-security-policy': _, ...headers } = (await route.fetch()).headers()
    await route.fulfill({ response: await route.fetch(), headers })
  })
  const ran: string[] = []
  page.on('dialog', async dialog => {
    ran.push(dialog.message())
    await dialog.dismiss()
  })
  await page.goto(group.url)
  const texts = page.getByRole('complementary').locator('[class*="prose"]')
  await expect(texts.locator('.hljs-keyword')).toHaveText(['const'])
  const strange = await texts.evaluate(box => {
    const place = box.getBoundingClientRect()
    const allowed =
      /^(href|rel|title|src|srcset|sizes|alt|width|height|class|style|start|colspan|rowspan|lang|dir|loading|decoding)$/
    const ours = /^(image|table|image_resized|image-style-[a-z-]+|language-\w+|hljs-[\w-]+)?$/
    return [...box.querySelectorAll<HTMLElement>('*')].flatMap(element => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const { position, overflowX } = getComputedStyle(element)
      const scrolls = element.parentElement?.closest('table')
      const isOutside =
        !scrolls && (left < place.left || right > place.right + 1 || top < place.top || bottom > place.bottom)
      const wrong = [
        ...[...element.attributes].map(({ name }) => name).filter(name => !allowed.test(name)),
        ...[...element.classList].filter(name => !ours.test(name)),
        ...(element instanceof HTMLAnchorElement && !/^(https?:|mailto:|:)?$/.test(element.protocol)
          ? [element.href]
          : []),
        ...(isOutside ? [`outside: ${left}–${right}`] : []),
        ...(['static', 'relative'].includes(position) ? [] : [position]),
        ...(overflowX === 'auto' && element.clientWidth > place.width ? ['wider than its place'] : [])
      ]
      return wrong.map(one => `${element.outerHTML.slice(0, 80)}: ${one}`)
    })
  })
  expect(strange).toEqual([])
  await expect(texts).toHaveCSS('contain', 'content')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expect(ran).toEqual([])
  // Records anything that runs.
  await texts.evaluate(box => box.insertAdjacentHTML('beforeend', '<img src="/none.png" onerror="alert(1)">'))
  await expect.poll(() => ran).toEqual(['1'])
})

test('headings, italic, numbers, undo and redo', {
  tag: ['@PUB-025', '@PUB-078', '@PUB-080', '@PUB-081', '@PUB-086']
}, async ({ visitor }) => {
  const page = await visitor()
  await openBuilder(page)
  await box(page).click()
  await page.keyboard.type('Day')
  for (const [level, tag] of ['h2', 'h3', 'h4', 'h5'].entries()) {
    await chooseHeading(page, `Heading ${level + 1}`)
    expect(await written(page)).toBe(`<${tag}>Day</${tag}>`)
  }
  await chooseHeading(page, 'Paragraph')
  expect(await written(page)).toBe('<p>Day</p>')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await press(page, 'Numbered List')
  await press(page, 'Italic')
  await page.keyboard.type('One')
  expect(await written(page)).toBe('<ol><li><i>One</i></li></ol>')
  await press(page, 'Undo')
  expect(await written(page)).not.toContain('One')
  await press(page, 'Redo')
  expect(await written(page)).toBe('<ol><li><i>One</i></li></ol>')
})

test('text from the source view is saved, with or without leaving the view', { tag: '@PUB-082' }, async ({
  person
}) => {
  const { page } = await person('ada')
  await openBuilder(page)
  await press(page, 'Source')
  await page.getByRole('textbox', { name: 'Source code editing area' }).fill('<h3>By hand</h3><script>1</script>')
  await save(page)
  await expect(page.getByRole('heading', { level: 3, name: 'By hand' })).toBeVisible()
})

const LANGUAGES = {
  ...{ 'PUB-087': 'Plain text', 'PUB-088': 'C', 'PUB-089': 'C#', 'PUB-090': 'C++', 'PUB-091': 'CSS' },
  ...{ 'PUB-092': 'Diff', 'PUB-093': 'HTML', 'PUB-094': 'Java', 'PUB-095': 'JavaScript', 'PUB-096': 'PHP' },
  ...{ 'PUB-097': 'Python', 'PUB-098': 'Ruby', 'PUB-099': 'TypeScript', 'PUB-100': 'XML' }
}

test(`${Object.keys(LANGUAGES).join(' ')} a code block is in one of 14 languages, and indents by a tab`, {
  tag: '@PUB-101'
}, async ({ visitor }) => {
  const page = await visitor()
  await openBuilder(page)
  await box(page).click()
  await page.locator('.ck-code-block-dropdown .ck-splitbutton__arrow').click()
  const items = page.getByRole('menuitemradio')
  await expect(items).toHaveText(Object.values(LANGUAGES))
  await items.getByText('C#', { exact: true }).click()
  await page.keyboard.type('a')
  await page.keyboard.press('Tab')
  await page.keyboard.type('b')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await written(page)).toMatch(/^<pre><code class="language-cs">a\tb\n\t/)
})

test('a picture by its address, at the side, at half width, with a description and a caption', {
  tag: ['@PUB-084', '@D-141', '@UPL-14', '@UPL-24', '@UPL-25', '@UPL-33', '@UPL-35', '@UPL-36', '@UPL-40', '@UPL-42']
}, async ({ person }) => {
  const { page } = await person('ada')
  // Tests do not reach the internet, so this stub copies one picture and refuses all others.
  const elsewhere = 'https://elsewhere.example/hut.png'
  const message = 'This picture couldn’t be copied: it’s too large.'
  await page.route('**/api/uploads/copies', route =>
    route.request().postDataJSON().url === elsewhere
      ? route.fulfill({
          json: { url: '/uploads/hut.png', urls: { default: '/uploads/hut.png' }, width: 900, height: 600 }
        })
      : route.fulfill({ status: 422, json: { message, error: message, errors: { url: message } } })
  )
  await page.route('**/uploads/hut.png', route =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="600"/>'
    })
  )
  await openBuilder(page)
  await box(page).click()
  await press(page, 'Insert image via URL')
  const dialog = page.getByRole('dialog', { name: 'Image via URL' })
  await dialog.getByRole('textbox').fill('  ')
  await expect(dialog.getByRole('button', { name: 'Insert' })).toBeDisabled()
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox').fill('https://elsewhere.example/large.png')
  await dialog.getByRole('button', { name: 'Insert' }).click()
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(box(page).getByRole('img')).toHaveAttribute('src', /^data:/)
  expect(await attributesOfPictures(page)).toMatchObject([{ src: 'https://elsewhere.example/large.png' }])
  await press(page, 'Update image URL')
  await dialog.getByRole('textbox').fill(elsewhere)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(box(page).getByRole('img')).toHaveAttribute('src', '/uploads/hut.png')
  const tools = page.getByRole('toolbar', { name: 'Image toolbar' })
  await tools.getByRole('button', { name: 'Side image' }).click()
  await expect(tools.getByRole('button', { name: /^Resize image to/ })).toHaveCount(3)
  await tools.getByRole('button', { name: 'Resize image to 50%' }).click()
  await tools.getByRole('button', { name: 'Toggle caption on' }).click()
  await expect(box(page).locator('[data-placeholder="Enter image caption"]')).toHaveCount(1)
  await expect(box(page).getByLabel('Caption for the image')).toHaveCount(1)
  await page.keyboard.type('The hut')
  await tools.getByRole('button', { name: 'Change image text alternative' }).click()
  await page.getByRole('textbox', { name: 'Text alternative' }).fill('A hut in the snow')
  await page.keyboard.press('Enter')
  expect(await attributesOfPictures(page)).toMatchObject([
    { src: '/uploads/hut.png', alt: 'A hut in the snow', imageStyle: 'side', resizedWidth: '50%' }
  ])
  await save(page)
  await expect(page.getByRole('img', { name: 'A hut in the snow' })).toBeVisible()
  const figure = page.getByRole('figure')
  await expect(figure).toContainText('The hut')
  await expect(figure).toHaveCSS('float', 'inline-end')
  const share = await figure.evaluate(element => element.clientWidth / (element.parentElement?.clientWidth ?? 1))
  expect(share).toBeCloseTo(0.5, 1)
})

test('pictures are uploaded, refused, aborted, pasted and dropped', {
  tag: ['@UPL-13', '@UPL-15..UPL-23', '@UPL-37', '@UPL-38', '@UPL-39', '@UPL-41', '@UPL-43', '@UPL-44']
}, async ({ person }) => {
  const { page } = await person('ada')
  await openBuilder(page)
  await page.clock.install()
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const hut = { name: 'hut.png', mimeType: 'image/png', buffer: png }
  let hold = Promise.withResolvers<void>()
  await page.route('**/api/upload', async route => {
    await hold.promise
    await route.continue().catch(() => {})
  })
  const upload = async (...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> => {
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'Upload image from computer')
    await (await chooser).setFiles(files)
  }
  // A new picture would replace a selected one.
  const startParagraph = () =>
    box(page).evaluate(element => {
      const editor = (element as Box).ckeditorInstance
      const root = editor.model.document.getRoot()
      if (root) editor.execute('insertParagraph', { position: editor.model.createPositionAt(root, 'end') })
    })
  const pictures = box(page).getByRole('img')
  const status = async () => (await attributesOfPictures(page)).map(({ uploadStatus }) => uploadStatus)

  await box(page).click()
  await upload({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }, hut)
  await expect(page.getByText(/^Upload in progress \d+%\.$/)).toBeVisible()
  await expect(pictures).toHaveCount(1)
  await expect
    .poll(() => attributesOfPictures(page))
    .toMatchObject([{ uploadStatus: 'uploading', uploadId: expect.any(String) }])
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Huts')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByText('A picture is still uploading. Save once it’s there.')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 10_000)
  hold.resolve()
  const check = box(page).locator('.ck-image-upload-complete-icon')
  // The server creates the smaller copies meanwhile, which takes long on a busy machine.
  await expect(check).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText(/^Upload in progress/)).toHaveCount(0)
  await page.clock.runFor(2900)
  await expect(check).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(check).toHaveCount(0)

  // The frame around a selected picture is drawn at once and again after 200 ms, no matter how often the page moves. A
  // layout change of the page itself, such as a decoded picture, can come in between and cause one more.
  await box(page).evaluate(element => {
    const { plugins } = (element as Box).ckeditorInstance
    plugins.get('WidgetResize').redrawSelectedResizer = () => {
      Object.assign(window, { drawn: (window as unknown as { drawn: number }).drawn + 1 })
    }
  })
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: number }).drawn)
  await expect(async () => {
    await page.clock.runFor(1000)
    await box(page).evaluate(element => {
      Object.assign(window, { drawn: 0 })
      for (let move = 0; move < 10; move++) (element as Box).ckeditorInstance.ui.fire('update')
    })
    await page.clock.runFor(190)
    expect(await drawn()).toBe(1)
    await page.clock.runFor(20)
    expect(await drawn()).toBe(2)
  }).toPass()
  await page.clock.resume()

  const file = '/uploads/[0-9a-f]{32}'
  const srcset = `${file}-320.png 320w, ${file}-640.png 640w, ${file}.png 900w`
  const figure = `<figure class="image"><img style="aspect-ratio:900/600;" src="${file}.png" srcset="${srcset}" sizes="100vw" width="900" height="600"></figure>`
  expect(await written(page)).toMatch(new RegExp(`^${figure.replaceAll('.', '\\.')}$`))

  // Each of these keeps the existing picture.
  await startParagraph()
  await upload({ ...hut, name: 'words.png', buffer: Buffer.from('words') })
  const warning = page.getByRole('alert').filter({ hasText: 'Upload failed' })
  await expect(warning).toContainText('Choose a picture')
  await expect(pictures).toHaveCount(1)
  await page.route('**/api/upload', route => route.abort(), { times: 1 })
  await startParagraph()
  await upload({ ...hut, name: 'lost.png' })
  await expect(warning.filter({ hasText: "Couldn't upload file: lost.png." })).toBeVisible()
  await expect(pictures).toHaveCount(1)
  hold = Promise.withResolvers()
  await startParagraph()
  await upload({ ...hut, name: 'stopped.png' })
  await expect.poll(status).toContain('uploading')
  await page.keyboard.press('Delete')
  await expect(pictures).toHaveCount(1)
  await expect(page.getByText(/^Upload in progress/)).toHaveCount(0)
  hold.resolve()

  // Pasted and dropped files upload in the same way.
  await startParagraph()
  await box(page).evaluate((element, data) => {
    const file = () => new File([Uint8Array.from(atob(data), one => one.charCodeAt(0))], 'a.png', { type: 'image/png' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file())
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file())
    const { left, bottom } = element.getBoundingClientRect()
    const place = { clientX: left + 20, clientY: bottom - 10, bubbles: true, cancelable: true }
    element.dispatchEvent(new DragEvent('drop', { ...place, dataTransfer }))
  }, png.toString('base64'))
  await expect
    .poll(async () => (await attributesOfPictures(page)).map(({ src }) => src), { timeout: 30_000 })
    .toEqual(Array(3).fill(expect.stringMatching(/^\/uploads\//)))
  await expect(page.getByText("Couldn't upload file: stopped.png.")).toHaveCount(0)
  await save(page, 'Huts')
  // Without a description, screen readers ignore them.
  const loaded = () =>
    page
      .getByRole('figure')
      .locator('img')
      .evaluateAll(all => all.map(one => (one as HTMLImageElement).naturalWidth > 0))
  await expect.poll(loaded).toEqual([true, true, true])
})

const STYLES = {
  ...{ inline: ['UPL-26', 'img', null], alignLeft: ['UPL-27', 'img', 'image-style-align-left'] },
  ...{ alignBlockLeft: ['UPL-28', 'figure', 'image-style-block-align-left'] },
  ...{ alignCenter: ['UPL-29', 'figure', 'image-style-align-center'] },
  ...{ alignRight: ['UPL-30', 'figure', 'image-style-align-right'] },
  ...{ alignBlockRight: ['UPL-31', 'figure', 'image-style-block-align-right'] },
  ...{ block: ['UPL-32', 'figure', null], side: ['UPL-33', 'figure', 'image-style-side'] }
}

test('a picture takes each of the eight styles, in a line or as a block', {
  tag: ['@UPL-34', ...Object.values(STYLES).map(([id]) => `@${id}`)]
}, async ({ visitor }) => {
  const page = await visitor()
  await openBuilder(page)
  const made = await box(page).evaluate((element, styles) => {
    const editor = (element as Box).ckeditorInstance
    editor.setData('<p>Look <img src="/favicon.svg"> here</p>')
    const root = editor.model.document.getRoot()
    return styles.map(value => {
      const image =
        root &&
        [...editor.model.createRangeIn(root)].find(({ item }) => item.is('element') && item.name.startsWith('image'))
      editor.model.change(writer => image && writer.setSelection(image.item as never, 'on'))
      editor.execute('imageStyle', { value })
      return editor.getData()
    })
  }, Object.keys(STYLES))
  for (const [index, [style, [, element, name]]] of Object.entries(STYLES).entries()) {
    const html = made[index] ?? ''
    expect([style, html.includes('<figure') ? 'figure' : 'img']).toEqual([style, element])
    expect([style, /image-style-[a-z-]+/.exec(html)?.[0] ?? null]).toEqual([style, name])
  }
})

test('the button for centring centres a picture', { tag: '@UPL-29' }, async ({ visitor }) => {
  const page = await visitor()
  await openBuilder(page)
  await box(page).evaluate(element => {
    const editor = (element as Box).ckeditorInstance
    editor.setData('<figure class="image"><img src="/favicon.svg" width="200" height="200"></figure>')
    editor.editing.view.focus()
  })
  await box(page).locator('figure').click()
  const tools = page.getByRole('toolbar', { name: 'Image toolbar' })
  await tools.getByRole('button', { name: 'Break text', exact: true }).click()
  await tools.locator('button[data-cke-tooltip-text="Centered image"]').click()
  await expect.poll(() => written(page)).toContain('image-style-align-center')
})

for (const size of [PHONE, { width: 1280, height: 900 }]) {
  test(`nothing moves when the editor loads, and its chunk includes its style, ${size.width} px wide`, async ({
    visitor
  }) => {
    const page = await visitor(size)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    await page.route(/\/assets\/Editor-[^/]+\.js$/, async route => {
      await gate
      await route.continue()
    })
    await page.goto('/challenges/create')
    await box(page).focus()
    await expect(page.getByText('Loading the editor …')).toBeVisible()
    const place = async () => (await page.getByRole('combobox', { name: 'Category' }).boundingBox())?.y
    const before = await place()
    await page.keyboard.type('Typed early')
    open()
    await loadEditor(page)
    expect(await place()).toBe(before)
    await page.keyboard.type(', and later')
    await expect(box(page)).toHaveText('Typed early, and later')
    const styles = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(styles.filter(name => /\/assets\/Editor-[^/]+\.css$/.test(name))).toHaveLength(1)
    expect(styles.filter(name => !name.startsWith(new URL(page.url()).origin))).toEqual([])
  })
}

test('the mark of the editor’s maker stays below the bar of a phone', async ({ person }) => {
  const { page, username } = await person('ada', PHONE)
  await page.goto(`/${username}`)
  await page.getByRole('button', { name: 'Add an item' }).click()
  await page.getByRole('form', { name: 'New item' }).getByRole('textbox', { name: 'Content' }).click()
  const layer = (of: Locator) => of.evaluate(element => Number(getComputedStyle(element).zIndex))
  const mark = page.locator('.ck-powered-by-balloon')
  await expect(mark).toBeVisible()
  const bar = page.getByRole('navigation', { name: 'Main places' })
  expect(await layer(mark)).toBeLessThan(await layer(bar))
})

test('without its chunk the editor is a plain field, and the page works', async ({ person }) => {
  const { page } = await person('ada', PHONE)
  await page.route(/\/assets\/Editor-[^/]+\.js$/, route => route.abort())
  let loads = 0
  page.on('load', () => loads++)
  await openBuilder(page)
  await expect(page.getByText('We couldn’t load the editor, so this is plain text.')).toBeVisible()
  await box(page).fill('One & two\n\nThree')
  await save(page)
  await expect(page.getByText('One & two')).toBeVisible()
  await expect(page.getByText('Three')).toBeVisible()
  expect(loads).toBe(1)
})

test('the error for a text that is too long appears at the editor, which gets the focus', { tag: '@BLD-35' }, async ({
  person
}) => {
  const { page } = await person('ada')
  await openBuilder(page)
  await box(page).evaluate(element => (element as Box).ckeditorInstance.setData('x'.repeat(50_001)))
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Long')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(box(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(box(page)).toBeFocused()
  await expect(box(page)).toHaveAccessibleDescription(/Use at most 50,000 characters\./)
})

test('the keyboard alone enters the editor, reaches the tools, and leaves', async ({ visitor }) => {
  const page = await visitor()
  await openBuilder(page)
  await page.getByRole('textbox', { name: 'Title', exact: true }).focus()
  for (let i = 0; i < 4 && !(await box(page).evaluate(element => element === document.activeElement)); i++) {
    await page.keyboard.press('Tab')
  }
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Words')
  await page.keyboard.press('Control+a')
  await followed(page)
  await page.keyboard.press('Alt+F10')
  await expect(page.locator('.ck-toolbar :focus')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Bold')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(box(page)).toBeFocused()
  expect(await written(page)).toBe('<p><strong>Words</strong></p>')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Category' })).toBeFocused()
})

test('the open editor and its text pass axe, light and dark, 320 and 1280 px wide', async ({ person }) => {
  const { page } = await person('ada', { height: 844 })
  await openBuilder(page)
  const everything = Object.entries(RICH_TEXTS).map(([name, html]) =>
    html.replaceAll('https://example.org', `/${name.length}`)
  )
  await box(page).evaluate((element, html) => (element as Box).ckeditorInstance.setData(html), everything.join(''))
  const expectNothingInAnyTheme = async (width: number): Promise<void> => {
    for (const theme of THEMES) {
      await changeTheme(page, theme)
      expect(await violationsOfEditor(page, theme), `${theme}, ${width} px`).toEqual([])
    }
  }
  const expectNothingAndFits = async (): Promise<void> => {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(async () => expect(await overflow(page)).toBeLessThanOrEqual(0)).toPass()
      await expectNothingInAnyTheme(width)
    }
  }
  await expectNothingAndFits()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await box(page).click()
    await openHeadings(page)
    await expect(page.getByRole('menuitemradio', { name: 'Heading 4' })).toBeVisible()
    await expectNothingInAnyTheme(width)
    await page.keyboard.press('Escape')
  }
  await save(page, 'Everything')
  await expect(page.getByText('Slow is smooth.')).toBeVisible()
  await expectNothingAndFits()
})
