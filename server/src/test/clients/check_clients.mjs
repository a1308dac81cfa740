// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
//
// Uses a running server through the JavaScript clients of other vendors: check_clients.mjs URL. Prints a line for each
// client that works, with its version and what was used, and fails otherwise.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// The packages are in the working folder, not beside this file.
const modules = createRequire(join(process.cwd(), "package.json"));
const load = async (name) => import(modules.resolve(name));
const version = (name) =>
  JSON.parse(readFileSync(join(process.cwd(), "node_modules", name, "package.json"), "utf8")).version;
const report = (name, used) => console.log([name, version(name), used].join("\t"));

const url = process.argv[2].replace(/\/$/, "");
const query = "Where does the cat sleep?";
const documents = ["Der Hund schwimmt durch den Fluss.", "Die Katze schläft auf dem Dach."];

const reply = await fetch(`${url}/api/encode`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ texts: documents }),
});
const expected = (await reply.json()).vectors;

const assertVectors = (vectors) => {
  assert.equal(vectors.length, expected.length);
  vectors.forEach((vector, i) =>
    vector.forEach((number, j) => assert.ok(Math.abs(number - expected[i][j]) < 1e-6)));
};

const { default: OpenAI } = await load("openai");
const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
const model = (await openai.models.list()).data[0].id;
for (const options of [{}, { encoding_format: "float" }]) {
  const embeddings = await openai.embeddings.create({ model, input: documents, ...options });
  assertVectors(embeddings.data.map((row) => row.embedding));
}
await assert.rejects(openai.embeddings.create({ model: "missing", input: "x" }), { status: 404 });
report("openai", "embeddings, models");

const { OpenAIEmbeddings } = await load("@langchain/openai");
const chain = new OpenAIEmbeddings({ model, apiKey: "none", configuration: { baseURL: `${url}/v1` } });
assertVectors(await chain.embedDocuments(documents));
report("@langchain/openai", "embeddings");

const { CohereClient, CohereClientV2 } = await load("cohere-ai");
const embedded = await new CohereClientV2({ token: "none", environment: url }).embed({
  model, texts: documents, inputType: "search_document", embeddingTypes: ["float", "int8"],
});
assertVectors(embedded.embeddings.float);
assert.ok(embedded.embeddings.int8[0].every((number) => Number.isInteger(number) && Math.abs(number) <= 127));
for (const client of [
  new CohereClient({ token: "none", environment: url }),
  new CohereClientV2({ token: "none", environment: url }),
]) {
  const ranked = await client.rerank({ model: "reranker", query, documents, topN: 1 });
  assert.deepEqual(ranked.results.map((result) => result.index), [1]);
}
report("cohere-ai", "`/v2/embed`, `/v1/rerank`, `/v2/rerank`");

const { VoyageAIClient } = await load("voyageai");
const voyage = new VoyageAIClient({ apiKey: "none", environment: `${url}/v1` });
const vectors = await voyage.embed({ model, input: documents, inputType: "document" });
assertVectors(vectors.data.map((row) => row.embedding));
const ranked = await voyage.rerank({ model: "reranker", query, documents });
assert.equal(ranked.data[0].index, 1);
report("voyageai", "embeddings, re-ranking");

const { InferenceClient } = await load("@huggingface/inference");
const feature = new InferenceClient("none", { endpointUrl: `${url}/embed` });
assertVectors(await feature.featureExtraction({ inputs: documents }));
report("@huggingface/inference", "`/embed` of text-embeddings-inference");

const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
const agent = new Client({ name: "check", version: "1" });
await agent.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
const tools = (await agent.listTools()).tools.map((tool) => tool.name);
assert.ok(tools.includes("search") && tools.includes("fetch"), tools);
const found = await agent.callTool({ name: "search", arguments: { query, top: 1 } });
const [first] = JSON.parse(found.content[0].text).results;
const document = await agent.callTool({ name: "fetch", arguments: { id: first.id } });
assert.equal(JSON.parse(document.content[0].text).url, first.url);
await agent.close();
report("@modelcontextprotocol/sdk", "tools over HTTP");
