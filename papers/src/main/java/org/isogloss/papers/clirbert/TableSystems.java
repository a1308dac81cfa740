package org.isogloss.papers.clirbert;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.lexical.QueryTranslator;
import org.isogloss.lexical.QueryWord;
import org.isogloss.lexical.TableModel;
import org.isogloss.lexical.TableScorer;
import org.isogloss.lexical.TextCollection;
import org.isogloss.lexical.WordSplitter;
import org.isogloss.papers.PaperListener;

/** The systems that need a table of translations. */
final class TableSystems {
  private final ClirOptions options;
  private final ClirTable table;
  private final List<ClirDocument> documents;
  private final WordSplitter foreign;

  TableSystems(ClirOptions options, ClirTable table, List<ClirDocument> documents) {
    this.options = options;
    this.table = table;
    this.documents = documents;
    this.foreign = WordSplitter.of(options.foreign());
  }

  /** One of the paper's baselines. */
  DocumentSystem of(TableModel model, PaperListener listener) {
    TableScorer scorer = new TableScorer(table.open(listener), model, ClirTable.ENGLISH, foreign);
    List<Passage> passages = new ArrayList<>();
    for (ClirDocument document : documents) {
      String text = text(document);
      passages.add(new Passage(document.id(), 0, options.foreign(), "", text, 0, text.length()));
    }
    return query -> scorer.score(Query.of(query.text()), passages);
  }

  private static String text(ClirDocument document) {
    return String.join("\n", document.sentences());
  }

  /** Structured queries of translations: PSQ. */
  DocumentSystem structured(PaperListener listener) {
    QueryTranslator translator = new QueryTranslator(table.open(listener));
    return bm25(translator::translations);
  }

  /** The likeliest translation of each word. */
  DocumentSystem translated(PaperListener listener) {
    QueryTranslator translator = new QueryTranslator(table.open(listener));
    return bm25(word -> translator.best(word, 1));
  }

  private DocumentSystem bm25(Function<String, QueryWord> translated) {
    TextCollection collection =
        TextCollection.of(
            documents.stream().map(document -> foreign.words(text(document))).toList());
    return query -> {
      double[] scores = collection.bm25(query.words().stream().map(translated).toList());
      float[] narrow = new float[scores.length];
      for (int i = 0; i < narrow.length; i++) {
        narrow[i] = (float) scores[i];
      }
      return narrow;
    };
  }
}
