package org.isogloss.papers.clirbert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.isogloss.core.FileProblem;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.data.Bitext;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.SentencePair;
import org.isogloss.lexical.AlignerOptions;
import org.isogloss.lexical.AlignmentListener;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.QueryTranslator;
import org.isogloss.lexical.QueryWord;
import org.isogloss.lexical.TableModel;
import org.isogloss.lexical.TablePruning;
import org.isogloss.lexical.TableScorer;
import org.isogloss.lexical.TextCollection;
import org.isogloss.lexical.TranslationCounts;
import org.isogloss.lexical.TranslationTable;
import org.isogloss.lexical.WordAligner;
import org.isogloss.lexical.WordSplitter;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.WorkFolder;
import org.isogloss.text.EnglishWords;

/** The systems that need a table of translations, made of the bitext by word alignment. */
final class TableSystems {
  private static final int LONGEST = 100;
  private static final WordSplitter ENGLISH = EnglishWords::split;

  private final ClirOptions options;
  private final ClirBitext bitext;
  private final List<ClirDocument> documents;
  private final WordSplitter foreign;
  private final Path table;
  private final Path sentences;

  TableSystems(ClirOptions options, ClirBitext bitext, List<ClirDocument> documents) {
    WorkFolder work = new WorkFolder(options.common());
    this.options = options;
    this.bitext = bitext;
    this.documents = documents;
    this.foreign = WordSplitter.of(options.foreign());
    this.table = work.data("translations.table");
    this.sentences = work.data("bitext.tsv");
  }

  private TranslationTable table(PaperListener listener) {
    if (!Files.exists(table)) {
      listener.said("aligning words");
      align();
    }
    return TranslationTable.open(table);
  }

  private void align() {
    try {
      Files.createDirectories(sentences.toAbsolutePath().getParent());
      try (RecordWriter<SentencePair> writer = Bitext.tsvWriter(sentences, options.languages())) {
        for (ClirSentence one : bitext.training()) {
          writer.write(
              new SentencePair(
                  options.languages().source(),
                  options.languages().target(),
                  one.english(),
                  one.foreign(),
                  ""));
        }
        writer.commit();
      }
      AlignerOptions aligning =
          AlignerOptions.builder().threads(options.common().threads()).build();
      try (Records<SentencePair> pairs =
          Bitext.readTsv(sentences, options.languages(), OnError.FAIL)) {
        ParallelCorpus corpus =
            ParallelCorpus.read(pairs, ENGLISH, foreign, LONGEST, ParallelCorpus.Listener.NONE);
        TranslationCounts counts = new TranslationCounts();
        try (WordAligner aligner = WordAligner.train(corpus, aligning, AlignmentListener.NONE)) {
          aligner.align(
              (pair, alignment) ->
                  counts.add(corpus.sourceWords(pair), corpus.targetWords(pair), alignment));
        }
        counts.write(table, options.languages(), TablePruning.USUAL);
      }
      Files.delete(sentences);
    } catch (IOException e) {
      throw FileProblem.cannotWrite(sentences, e);
    }
  }

  /** One of the paper's baselines. */
  DocumentSystem of(TableModel model, PaperListener listener) {
    TableScorer scorer = scorer(model, listener);
    List<String> texts = documents.stream().map(TableSystems::text).toList();
    return query -> scores(scorer, query.text(), texts);
  }

  /** What scores texts by the table. */
  TableScorer scorer(TableModel model, PaperListener listener) {
    return new TableScorer(table(listener), model, ENGLISH, foreign);
  }

  /** The logarithm of the probability of a query for each of some texts. */
  float[] scores(TableScorer scorer, String query, List<String> texts) {
    List<Passage> passages =
        texts.stream()
            .map(text -> new Passage("t", 0, options.foreign(), "", text, 0, text.length()))
            .toList();
    return scorer.score(Query.of(query), passages);
  }

  private static String text(ClirDocument document) {
    return String.join("\n", document.sentences());
  }

  /** Structured queries of translations: PSQ. */
  DocumentSystem structured(PaperListener listener) {
    QueryTranslator translator = new QueryTranslator(table(listener));
    return bm25(translator::translations);
  }

  /** The likeliest translation of each word. */
  DocumentSystem translated(PaperListener listener) {
    QueryTranslator translator = new QueryTranslator(table(listener));
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
