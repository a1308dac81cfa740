# SPDX-License-Identifier: Apache-2.0
# Copyright the Isogloss authors
from __future__ import annotations

import pytest
from conftest import DOCUMENTS

import isogloss


def test_finds_documents_in_other_languages(library: isogloss.Index) -> None:
    results = library.search("where does the cat sleep", query_language="en", top=2)

    assert [hit.rank for hit in results] == [1, 2]
    assert {hit.id for hit in results} == {"roof/fr", "roof-de"}
    assert results.language == "en"
    assert results.language_probability is None
    assert results[0].metadata.keys() == {"year"}


def test_restricts_sorts_and_counts(library: isogloss.Index) -> None:
    results = library.search(
        "cat", languages=["fr", "de"], sort=["year desc"], facets=["language"], fields=[]
    )

    assert [hit.id for hit in results] == ["roof-de", "roof/fr"]
    assert results[0].metadata == {}
    assert {value.value: value.documents for value in results.facets["language"]} == {
        "de": 1,
        "fr": 1,
    }


def test_highlights_are_positions_of_characters(library: isogloss.Index) -> None:
    hit = library.search("laughing", pipeline="bm25")[0]

    assert [hit.snippet[start:end] for start, end in hit.highlights] == ["laughing"]


def test_a_batch_has_the_results_of_each_query(library: isogloss.Index) -> None:
    queries = {"q1": "cat roof", "q2": "Kürbissuppe"}

    batch = library.search_many(queries, top=2)

    assert batch.ids == ("q1", "q2")
    assert [results.query for results in batch] == list(queries.values())
    assert batch.run()["q2"]["soup-en"] == max(batch.run()["q2"].values())


def test_a_batch_may_be_larger_than_a_request(library: isogloss.Index) -> None:
    batch = library.search_many(["cat"] * 250, pipeline="bm25", top=60)

    assert len(batch) == 250
    assert len({results[0].id if results else None for results in batch}) == 1


def test_frames_have_a_row_for_each_hit(library: isogloss.Index) -> None:
    batch = library.search_many(["cat", "soup"], top=2, pipeline="dense")

    frame = batch.to_pandas()
    assert list(frame["query_id"]) == ["0", "0", "1", "1"]
    assert list(frame["rank"]) == [1, 2, 1, 2]
    assert batch.to_polars().rows(named=True) == frame.to_dict("records")
    assert library.search("zzz", pipeline="bm25").to_pandas().empty


def test_puts_patches_reads_lists_and_deletes(library: isogloss.Index) -> None:
    library.patch("roof/fr", {"year": None, "title": "Le toit"})

    document = library.get("roof/fr")
    assert document["title"] == "Le toit"
    assert document["metadata"] == {}
    assert document["passages"][0]["text"].startswith("Le chat")
    assert [each["id"] for each in library.documents(filter="year > 2023", sort=["year"])] == [
        "roof-de",
        "soup-en",
    ]
    assert library.delete_where("year > 2023") == 2
    library.delete("roof/fr")
    assert [each["id"] for each in library.documents()] == ["face"]


def test_lists_more_documents_than_a_page_has(library: isogloss.Index) -> None:
    library.put({"id": f"n{number:03}", "text": f"Number {number}"} for number in range(230))

    ids = [each["id"] for each in library.documents(text=False)]

    assert len(ids) == len(set(ids)) == 230 + len(DOCUMENTS)


def test_a_rejected_document_does_not_affect_the_others(library: isogloss.Index) -> None:
    result = library.put([{"id": "a", "text": "fine"}, {"id": "b"}, {"id": "c", "text": "fine"}])

    assert result.indexed == 2
    (rejection,) = result.rejected
    assert (rejection.position, rejection.status) == (1, 400)
    assert rejection.detail


def test_a_separator_of_lines_in_a_text_does_not_end_the_document(library: isogloss.Index) -> None:
    result = library.put([{"id": "a", "text": "one\u2028two\nthree"}, {"id": "b\u2028c"}])

    assert result.indexed == 1
    assert [each.position for each in result.rejected] == [1]
    assert library.get("a")["passages"][0]["text"] == "one\u2028two\nthree"


@pytest.mark.parametrize("id", [".", "..", "a/../b", "a%2Fb", "a?b#c", "a;b+c", "é"])
def test_an_id_may_have_any_characters(library: isogloss.Index, id: str) -> None:
    library.put([{"id": id, "text": "odd"}])

    library.patch(id, {"title": "changed"})

    assert library.get(id)["title"] == "changed"
    library.delete(id)
    assert id not in [each["id"] for each in library.documents(text=False)]


def test_half_of_a_surrogate_pair_does_not_affect_other_documents(library: isogloss.Index) -> None:
    result = library.put([{"id": "a", "text": "x\ud800"}, {"id": "b", "text": "fine"}])

    assert result.indexed == 1
    assert [each.position for each in result.rejected] == [0]


def test_one_string_is_not_a_list_of_queries_or_fields(library: isogloss.Index) -> None:
    with pytest.raises(TypeError, match="list"):
        library.search_many("cat")
    with pytest.raises(TypeError, match="list"):
        list(library.documents(sort="year"))


def test_the_server_refuses_no_hits_of_several_queries(library: isogloss.Index) -> None:
    with pytest.raises(isogloss.RequestFailedError, match="top"):
        library.search_many(["cat"], top=0)


def test_explains_hits(library: isogloss.Index) -> None:
    results = library.search("Katze", top=1)

    (explanation, other) = library.explain("Katze", [*results, "soup-en"])

    assert [stage["stage"] for stage in explanation["stages"]]
    assert other["word_matches"] is not None


def test_completes_words_of_the_index(library: isogloss.Index) -> None:
    assert "pumpkin" in library.complete("pump", languages=["en"])


def test_an_error_has_the_words_of_the_server(library: isogloss.Index) -> None:
    with pytest.raises(isogloss.RequestFailedError) as e:
        library.search("cat", filter="year >")

    assert e.value.status == 400
    assert e.value.parameter == "filter"
    assert e.value.request_id
    assert e.value.detail in str(e.value)


def test_an_index_that_does_not_exist(client: isogloss.Client) -> None:
    with pytest.raises(isogloss.RequestFailedError, match="nowhere"):
        client.index("nowhere").search("cat")


def test_says_what_exists_if_nothing_is_found(library: isogloss.Index) -> None:
    found = library.search("cat", languages=["ja"])
    assert not found
    assert found.nothing_found[0].startswith("Languages of the index, with their passages: ")
    assert "<p>Nothing found.</p><p>Languages of the index" in found._repr_html_()


def test_an_empty_query_is_an_error(library: isogloss.Index) -> None:
    with pytest.raises(isogloss.RequestFailedError, match="the query is empty"):
        library.search(" ")


def test_notebooks_show_hits_without_markup_of_documents(library: isogloss.Index) -> None:
    library.put([{"id": "x", "language": "ar", "title": "<script>", "text": "قطة & <b>roof</b>"}])

    html = library.search("roof", pipeline="bm25", languages=["ar"])._repr_html_()

    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert 'dir="rtl"' in html
    assert "<mark>roof</mark>" in html


def test_notebooks_show_the_first_hits_of_each_query(library: isogloss.Index) -> None:
    batch = library.search_many({"<q>": "cat"} | {str(n): "soup" for n in range(25)}, top=4)

    html = batch._repr_html_()

    assert "<b>&lt;q&gt;</b> cat" in html
    assert html.count("<table>") == 20
    assert "and 6 more queries" in html
    assert batch[0][0]._repr_html_().count("<tr>") == 2


def test_rules_apply_to_the_next_search(library: isogloss.Index) -> None:
    library.set_rules({"synonyms": "gourd => pumpkin", "pins": "gourd\troof-de"})
    try:
        hits = library.search("gourd", pipeline="bm25")
        rules = library.rules()
    finally:
        library.set_rules({})

    assert [hit.id for hit in hits if hit.pinned] == ["roof-de"]
    assert "soup-en" in {hit.id for hit in hits}
    assert rules["synonyms"] == "gourd => pumpkin"
    assert rules["stop_words"] == ""
    with pytest.raises(isogloss.RequestFailedError, match="line 1"):
        library.set_rules({"synonyms": "alone"})
