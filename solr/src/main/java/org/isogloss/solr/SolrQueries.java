// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.solr;

import java.util.List;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.response.QueryResponse;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.params.CursorMarkParams;
import org.apache.solr.common.params.ModifiableSolrParams;

/** Queries for documents of a collection. */
final class SolrQueries {
  private static final int PAGE = 500;

  /** Separates ids, which contain no line separator; not a character with a meaning in queries. */
  private static final String ID_SEPARATOR = "\u2028";

  private SolrQueries() {}

  /** Returns the parameters of a query for documents by id, without the fields to return. */
  static ModifiableSolrParams documents(List<String> ids) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set(
        "q", "{!terms f=" + SolrFields.ID + " separator='" + ID_SEPARATOR + "' v=$wanted}");
    parameters.set("wanted", String.join(ID_SEPARATOR, ids));
    parameters.set("rows", ids.size());
    parameters.set("distrib.statsCache", false);
    return parameters;
  }

  /**
   * Passes passages to a visitor, in the order of documents and ordinals.
   *
   * @param query in Solr's standard syntax
   * @param fields the fields to return
   */
  static void forEach(
      SolrCollection collection, String query, String fields, Consumer<SolrDocument> visitor) {
    ModifiableSolrParams parameters = new ModifiableSolrParams();
    parameters.set("q", query);
    parameters.set("fl", fields);
    parameters.set("rows", PAGE);
    parameters.set(
        "sort",
        SolrFields.DOCUMENT + " asc," + SolrFields.PASSAGE + " asc," + SolrFields.ID + " asc");
    parameters.set("distrib.statsCache", false);
    String mark = CursorMarkParams.CURSOR_MARK_START;
    while (true) {
      parameters.set(CursorMarkParams.CURSOR_MARK_PARAM, mark);
      QueryResponse page = collection.query(parameters);
      page.getResults().forEach(visitor);
      if (mark.equals(page.getNextCursorMark())) {
        return;
      }
      mark = page.getNextCursorMark();
    }
  }
}
