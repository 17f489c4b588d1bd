// Without its web fonts: pages use those of the system.
import './style.css'
import theme from 'vitepress/theme-without-fonts'
import { h } from 'vue'

const strong = string => h('strong', string)

/** The response of the example, beside the title of the home page. */
const response = () => h('pre', { class: 'hero-response' }, [
  'GET /orders/42\n\n{\n  "id": 42,\n  "status": "Pending",\n  ',
  strong('"_links"'), ': {\n    "self": { "href": "/orders/42" }\n  },\n  ',
  strong('"_actions"'),
  ': {\n    "cancel": {\n      "href": "/orders/42/cancel",\n      "method": "POST"\n    }\n  }\n}'
])

export default {
  ...theme,
  Layout: () => h(theme.Layout, null, { 'home-hero-image': response })
}
