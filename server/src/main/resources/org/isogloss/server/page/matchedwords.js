// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors

/** Milliseconds without another search after which matched words are asked for. */
const PAUSE = 300;

/** Maximum number of hits whose matched words are marked. */
const MARKED = 20;

/**
 * Marks the words of hits that match words of the query by their meaning. They take longer than the
 * search, so that the hits are shown without them first, and hits in the language of the query,
 * whose words are marked already, are left out.
 *
 * @param {import("./api.js").Api} api
 * @param {Object} request the request of the search
 * @param {Object} response its response
 * @param {import("./hits.js").HitView[]} views of its hits, in their order
 * @param {AbortSignal} signal
 */
export async function markMatchedWords(api, request, response, views, signal) {
  const positions = response.hits.flatMap(({ language }, i) =>
    language === response.language ? [] : [i],
  );
  await new Promise((resume) => setTimeout(resume, PAUSE));
  if (positions.length === 0 || signal.aborted) {
    return;
  }
  const marked = positions.slice(0, MARKED);
  const hits = marked.map((i) => response.hits[i]).map(({ id, passage }) => ({ id, passage }));
  const explanations = await api
    .explain(
      {
        index: request.index,
        query: response.query,
        literal: request.literal,
        query_language: response.language === "und" ? undefined : response.language,
        // The words match by the vectors of the model; a re-ranker would only take time.
        pipeline: "dense",
        hits,
      },
      signal,
    )
    // Without them, the hits are shown as well.
    .catch(() => []);
  if (!signal.aborted) {
    explanations.forEach(({ explanation }, i) =>
      views[marked[i]].markWords(explanation.word_matches),
    );
  }
}
