/**
 * What can be written: the toolbar of B§9, and whatever else the server lets through (server/lib/html.ts), so that a
 * text made by another program loses nothing when it is edited here.
 */
import {
  Autoformat,
  AutoLink,
  BlockQuote,
  Bold,
  Code,
  CodeBlock,
  type EditorConfig,
  Essentials,
  Heading,
  HorizontalLine,
  Image,
  ImageCaption,
  ImageInsertViaUrl,
  ImageResize,
  ImageStyle,
  type ImageStyleOptionDefinition,
  ImageTextAlternative,
  ImageToolbar,
  ImageUpload,
  Indent,
  Italic,
  Link,
  LinkImage,
  List,
  Paragraph,
  PasteFromOffice,
  SourceEditing,
  Strikethrough,
  Subscript,
  Superscript,
  Table,
  TableToolbar,
  Underline
} from 'ckeditor5'
import { CopyForeignPictures } from './copy-foreign-pictures.ts'
import { InsertByAddress } from './insert-by-address.ts'
import { KeepDirections } from './keep-directions.ts'
import { LeaveOutEmbeddedImages } from './leave-out-embedded-images.ts'
import { LeaveOutScripts } from './leave-out-scripts.ts'
import { TabLeaves } from './tab-leaves.ts'
import { UploadPictures } from './upload-pictures.tsx'

/** As people name them, by the class that a code block gets. */
const LANGUAGES = {
  plaintext: 'Plain text',
  c: 'C',
  cs: 'C#',
  cpp: 'C++',
  css: 'CSS',
  diff: 'Diff',
  html: 'HTML',
  java: 'Java',
  javascript: 'JavaScript',
  php: 'PHP',
  python: 'Python',
  ruby: 'Ruby',
  typescript: 'TypeScript',
  xml: 'XML'
}

/** A drop-down of CKEditor's own is called "breakText" and would take its place. */
const BREAK_TEXT = {
  name: 'imageStyle:ownLine',
  title: 'Break text',
  defaultItem: 'imageStyle:block',
  items: ['block', 'alignBlockLeft', 'alignCenter', 'alignBlockRight'].map(style => `imageStyle:${style}`)
}

const TOOLS = [
  ...[
    'heading',
    '|',
    'bold',
    'italic',
    'strikethrough',
    'link',
    '|',
    'bulletedList',
    'numberedList',
    'outdent',
    'indent',
    'blockQuote',
    '|'
  ],
  ...['uploadImage', 'insertImageViaUrl', 'insertTable', 'codeBlock', 'horizontalLine', '|', 'undo', 'redo', '|'],
  'sourceEditing'
]
/** What a phone has room for; the others are behind a button. */
const ON_PHONES = ['heading', 'bold', 'link', 'bulletedList', 'uploadImage']

/** @param slug of the item that is written, for its uploads; '' if it has none */
export function editorConfig(label: string, slug: string): EditorConfig & { uploadPictures: { slug: string } } {
  const isNarrow = window.innerWidth < 768
  return {
    licenseKey: 'GPL',
    root: { label },
    uploadPictures: { slug },
    plugins: [
      ...[Essentials, Paragraph, Heading, Bold, Italic, Underline, Strikethrough, Subscript, Superscript, Code],
      ...[Link, AutoLink, LinkImage, List, BlockQuote, CodeBlock, HorizontalLine, Table, TableToolbar],
      ...[Image, ImageCaption, ImageInsertViaUrl, ImageResize, ImageStyle, ImageTextAlternative, ImageToolbar],
      ...[ImageUpload, UploadPictures, InsertByAddress, CopyForeignPictures],
      ...[
        Autoformat,
        PasteFromOffice,
        SourceEditing,
        LeaveOutEmbeddedImages,
        LeaveOutScripts,
        KeepDirections,
        Indent,
        TabLeaves
      ]
    ],
    toolbar: {
      items: isNarrow ? [...ON_PHONES, '|', ...TOOLS.filter(tool => !ON_PHONES.includes(tool))] : TOOLS,
      // On a phone they would take four rows.
      shouldNotGroupWhenFull: !isNarrow
    },
    // The page's title is its only h1.
    heading: {
      options: [
        { model: 'paragraph', title: 'Paragraph', class: 'ck-heading_paragraph' },
        { model: 'heading1', view: 'h2', upcastAlso: 'h1', title: 'Heading 1', class: 'ck-heading_heading1' },
        { model: 'heading2', view: 'h3', title: 'Heading 2', class: 'ck-heading_heading2' },
        { model: 'heading3', view: 'h4', title: 'Heading 3', class: 'ck-heading_heading3' },
        { model: 'heading4', view: 'h5', upcastAlso: 'h6', title: 'Heading 4', class: 'ck-heading_heading4' }
      ]
    },
    link: {
      defaultProtocol: 'https://',
      allowedProtocols: ['http', 'https', 'mailto'],
      decorators: {
        // As the server writes it: not on links to pages of ours.
        ofPeople: {
          mode: 'automatic',
          callback: url => url !== null && !/^(?:\/(?![/\\])|[?#])/.test(url),
          attributes: { rel: 'noopener nofollow ugc' }
        }
      }
    },
    list: { enableListItemMarkerFormatting: false },
    codeBlock: { languages: Object.entries(LANGUAGES).map(([language, name]) => ({ language, label: name })) },
    table: { contentToolbar: ['tableColumn', 'tableRow', 'mergeTableCells'] },
    image: {
      // UPL-07..UPL-13 Files of other types are ignored.
      upload: { types: ['jpeg', 'png', 'gif', 'bmp', 'webp', 'tiff'] },
      // UPL-26..UPL-33 All eight, of which two would have the same title.
      styles: {
        options: [
          ...['inline', 'alignLeft', 'alignRight', 'alignBlockLeft', 'alignCenter', 'alignBlockRight', 'side'],
          // The rest of it is the library's.
          { name: 'block', title: 'Block image' } as ImageStyleOptionDefinition
        ]
      },
      resizeOptions: [
        { name: 'resizeImage:original', value: null, icon: 'original' },
        { name: 'resizeImage:25', value: '25', icon: 'small' },
        { name: 'resizeImage:50', value: '50', icon: 'medium' },
        { name: 'resizeImage:75', value: '75', icon: 'large' }
      ],
      toolbar: [
        ...['imageStyle:inline', 'imageStyle:wrapText', BREAK_TEXT, 'imageStyle:side', '|'],
        ...['toggleImageCaption', 'imageTextAlternative', '|'],
        ...['resizeImage:original', 'resizeImage:75', 'resizeImage:50']
      ]
    },
    // Below the header of the page.
    ui: { viewportOffset: { top: 72 } }
  }
}
