/** Pages for those who change the package: no search finds them. */
const UNLISTED = ['architecture.md', 'trust.md']

/** The search of the site: guides are found before codes, figures and the reference. */
export const search = {
  provider: 'local',
  options: {
    _render: (source, env, md) => {
      const html = md.render(source, env)
      return UNLISTED.includes(env.relativePath) ? '' : html
    },
    miniSearch: {
      searchOptions: {
        // VitePress sends its source to the browser: it can use nothing outside.
        boostDocument: (id, term) => {
          if (/\/codes\//.test(id)) return /^(?:fst|hyper\d+)$/.test(term) ? 5 : 0.2
          if (/\/reference\//.test(id)) return 0.05
          return /\/(?:applications|comparison|compatibility|concepts|diff|notices-and-errors|performance|upgrades|\w+-pull-request)\b/
            .test(id)
            ? 0.3
            : 1
        }
      }
    }
  }
}
