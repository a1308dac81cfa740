# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
"""Uses a running server through the clients of other vendors: check_clients.py URL COMMAND...

COMMAND starts an agent's server on standard streams. Uses the clients that are installed, current or older versions.
Prints a line for each that works, with its version and what was used, and fails otherwise.
"""

import asyncio
import importlib.metadata
import importlib.util
import inspect
import json
import os
import sys

import numpy
import requests

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # or it is fetched

URL = sys.argv[1]
AGENT = sys.argv[2:]
QUERY = "Where does the cat sleep?"
DOCUMENTS = ["Der Hund schwimmt durch den Fluss.", "Die Katze schläft auf dem Dach."]


def expected_vectors():
    reply = requests.post(f"{URL}/api/encode", json={"texts": DOCUMENTS}, timeout=60)
    return numpy.array(reply.json()["vectors"], dtype=numpy.float32)


def check_openai(expected):
    import openai

    client = openai.OpenAI(base_url=f"{URL}/v1", api_key="none", max_retries=0)
    model = client.models.list().data[0].id
    # The client asks for base64 if the caller states no format.
    for options in {}, {"encoding_format": "float"}, {"dimensions": expected.shape[1]}:
        reply = client.embeddings.create(model=model, input=DOCUMENTS, **options)
        assert [row.index for row in reply.data] == [0, 1]
        numpy.testing.assert_array_equal(numpy.array([row.embedding for row in reply.data], numpy.float32), expected)
        assert reply.usage.prompt_tokens == reply.usage.total_tokens > 4
    # A model whose vectors may be shortened.
    shorter = client.embeddings.create(model="bert-encoder", input=QUERY, dimensions=8, encoding_format="float")
    assert abs(sum(value * value for value in shorter.data[0].embedding) - 1) < 1e-5
    assert len(shorter.data[0].embedding) == 8
    as_query = client.embeddings.create(model=model + ":query", input=QUERY).data[0].embedding
    typed = client.embeddings.create(model=model, input=QUERY, extra_body={"input_type": "query"}).data[0].embedding
    assert as_query == typed
    for wrong, error in (
        ({"model": "missing", "input": "x"}, openai.NotFoundError),
        ({"model": model, "input": "x", "dimensions": 3}, openai.BadRequestError),
        ({"model": model, "input": []}, openai.BadRequestError),
        ({"model": model, "input": ""}, openai.BadRequestError),
        ({"model": model, "input": ["x", ""]}, openai.BadRequestError),
        # The ids of "hello world" in OpenAI's vocabulary, as LangChain sends them by default.
        ({"model": model, "input": [[15339, 1917]]}, openai.BadRequestError),
        ({"model": model, "input": ["x"] * 2049}, openai.BadRequestError),
    ):
        try:
            client.embeddings.create(**wrong)
            raise AssertionError(f"accepted {wrong}")
        except error as e:
            assert e.body["message"] and e.body["type"] == "invalid_request_error", e.body
            assert e.response.headers["x-request-id"]


def check_langchain_openai(expected):
    from langchain_openai import OpenAIEmbeddings

    embeddings = OpenAIEmbeddings(
        model="tiny", base_url=f"{URL}/v1", api_key="none", check_embedding_ctx_length=False, max_retries=0
    )
    numpy.testing.assert_array_equal(numpy.array(embeddings.embed_documents(DOCUMENTS), numpy.float32), expected)


def check_cohere(expected):
    import cohere

    v2 = cohere.ClientV2("none", base_url=URL)
    typed = v2.embed(
        model="tiny", texts=DOCUMENTS, input_type="search_document", embedding_types=["float", "int8", "ubinary"]
    ).embeddings
    numpy.testing.assert_array_equal(numpy.array(typed.float_, numpy.float32), expected)
    numpy.testing.assert_array_equal(numpy.array(typed.ubinary), numpy.packbits(expected > 0, axis=1))
    whole = numpy.array(typed.int8, numpy.float32)
    cosines = (whole * expected).sum(1) / numpy.linalg.norm(whole, axis=1)
    assert (cosines > 0.999).all(), cosines
    listed = cohere.Client("none", base_url=URL).embed(model="tiny", texts=DOCUMENTS, input_type="search_document")
    numpy.testing.assert_array_equal(numpy.array(listed.embeddings, numpy.float32), expected)
    for client, options in (
        (cohere.Client("none", base_url=URL), {}),
        (cohere.ClientV2("none", base_url=URL), {}),
    ):
        reply = client.rerank(model="reranker", query=QUERY, documents=DOCUMENTS, top_n=1, **options)
        assert [result.index for result in reply.results] == [1]
        assert 0 < reply.results[0].relevance_score <= 1


def check_langchain_cohere(expected):
    import langchain_cohere
    from langchain_core.documents import Document

    embeddings = langchain_cohere.CohereEmbeddings(model="tiny", cohere_api_key="none", base_url=URL)
    numpy.testing.assert_array_equal(numpy.array(embeddings.embed_documents(DOCUMENTS), numpy.float32), expected)
    reranker = langchain_cohere.CohereRerank(model="reranker", cohere_api_key="none", base_url=URL, top_n=1)
    ranked = reranker.compress_documents([Document(page_content=text) for text in DOCUMENTS], QUERY)
    assert [document.page_content for document in ranked] == [DOCUMENTS[1]]


def check_litellm(expected):
    import litellm

    for provider, path in ("cohere", ""), ("jina_ai", "/v1/rerank"), ("infinity", ""), ("huggingface", ""):
        reply = litellm.rerank(
            model=f"{provider}/reranker", query=QUERY, documents=DOCUMENTS, top_n=1, api_base=URL + path, api_key="none"
        )
        assert [result["index"] for result in reply.results] == [1], (provider, reply)


def check_voyageai(expected):
    import voyageai

    voyageai.api_base = f"{URL}/v1"  # of older versions
    base = {"base_url": f"{URL}/v1"} if "base_url" in inspect.signature(voyageai.Client).parameters else {}
    client = voyageai.Client(api_key="none", max_retries=0, **base)
    vectors = client.embed(DOCUMENTS, model="tiny", input_type="document").embeddings
    numpy.testing.assert_array_equal(numpy.array(vectors, numpy.float32), expected)
    integers = client.embed(DOCUMENTS, model="tiny", input_type="document", output_dtype="int8").embeddings
    assert all(isinstance(number, int) and abs(number) <= 127 for number in integers[0])
    reply = client.rerank(QUERY, DOCUMENTS, model="reranker", top_k=2)
    assert [result.index for result in reply.results] == [1, 0]
    assert reply.results[0].document == DOCUMENTS[1]
    assert reply.total_tokens > 10


def check_requests(expected):
    # Jina documents its interfaces by such requests.
    vectors = requests.post(
        f"{URL}/v1/embeddings",
        json={"model": "tiny", "task": "retrieval.passage", "normalized": True, "embedding_type": "float",
              "input": [{"text": document} for document in DOCUMENTS]},
        timeout=60,
    ).json()
    numpy.testing.assert_array_equal(
        numpy.array([row["embedding"] for row in vectors["data"]], numpy.float32), expected)
    reply = requests.post(
        f"{URL}/v1/rerank",
        json={"model": "reranker", "query": QUERY, "documents": DOCUMENTS, "top_n": 2, "return_documents": True},
        timeout=60,
    ).json()
    assert reply["usage"]["total_tokens"] > 10
    assert reply["results"][0]["document"]["text"] == DOCUMENTS[1]


def check_huggingface_hub(expected):
    import huggingface_hub

    client = huggingface_hub.InferenceClient(base_url=f"{URL}/embed")
    vectors = client.feature_extraction(DOCUMENTS[0])
    numpy.testing.assert_array_equal(numpy.asarray(vectors, numpy.float32).reshape(-1), expected[0])
    similar = huggingface_hub.InferenceClient(base_url=f"{URL}/similarity").sentence_similarity(QUERY, DOCUMENTS)
    assert similar[1] > similar[0]


def attribute(result, name, former):
    """Reads an attribute that older versions of the client call otherwise."""
    return getattr(result, name) if hasattr(result, name) else getattr(result, former)


async def use_tools(session):
    await session.initialize()
    tools = {tool.name for tool in (await session.list_tools()).tools}
    assert tools == {"search", "fetch", "similar", "list_languages"}, tools
    found = await session.call_tool("search", {"query": QUERY, "top": 2, "languages": ["de"]})
    assert not attribute(found, "is_error", "isError"), found
    first = attribute(found, "structured_content", "structuredContent")["results"][0]
    assert first["language"] == "de"
    # What the connectors of ChatGPT read: one text with JSON.
    assert len(found.content) == 1 and json.loads(found.content[0].text)["results"][0] == first
    document = await session.call_tool("fetch", {"id": first["id"]})
    fetched = json.loads(document.content[0].text)
    assert first["text"] in fetched["text"] and fetched["url"] == first["url"]
    languages = await session.call_tool("list_languages", {})
    assert "de" in json.loads(languages.content[0].text)["indexes"][0]["languages"]
    missing = await session.call_tool("fetch", {"id": "nobody"})
    assert attribute(missing, "is_error", "isError") and "no document" in missing.content[0].text


async def check_agents():
    import mcp.client.streamable_http
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    connect = attribute(mcp.client.streamable_http, "streamable_http_client", "streamablehttp_client")
    async with connect(f"{URL}/mcp") as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await use_tools(session)
    async with stdio_client(StdioServerParameters(command=AGENT[0], args=AGENT[1:])) as (read, write):
        async with ClientSession(read, write) as session:
            await use_tools(session)


def check_mcp(expected):
    asyncio.run(check_agents())


CHECKS = {
    "openai": (check_openai, "embeddings, models"),
    "langchain-openai": (check_langchain_openai, "embeddings"),
    "cohere": (check_cohere, "`/v1/embed`, `/v2/embed`, `/v1/rerank`, `/v2/rerank`"),
    "langchain-cohere": (check_langchain_cohere, "embeddings, re-ranking"),
    "litellm": (check_litellm, "re-ranking as of Cohere, Jina, Infinity and Hugging Face"),
    "voyageai": (check_voyageai, "embeddings, re-ranking"),
    "requests": (check_requests, "embeddings and re-ranking as Jina documents them"),
    "huggingface_hub": (check_huggingface_hub, "`/embed` and `/similarity` of text-embeddings-inference"),
    "mcp": (check_mcp, "tools over HTTP and standard streams"),
}


def main():
    expected = expected_vectors()
    for package, (check, used) in CHECKS.items():
        if importlib.util.find_spec(package.replace("-", "_")):
            check(expected)
            print(package, importlib.metadata.version(package), used, sep="\t")


if __name__ == "__main__":
    main()
