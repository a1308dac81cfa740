package org.isogloss.papers.clirbert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.Bitext;
import org.isogloss.data.OnError;
import org.isogloss.data.RecordWriter;
import org.isogloss.data.Records;
import org.isogloss.data.SentencePair;
import org.isogloss.lexical.AlignerOptions;
import org.isogloss.lexical.AlignmentListener;
import org.isogloss.lexical.ParallelCorpus;
import org.isogloss.lexical.TablePruning;
import org.isogloss.lexical.TranslationCounts;
import org.isogloss.lexical.TranslationTable;
import org.isogloss.lexical.WordAligner;
import org.isogloss.lexical.WordSplitter;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.WorkFolder;
import org.isogloss.text.EnglishWords;

/** The table of translations, made by word alignment of the bitext that is trained on. */
final class ClirTable {
  /** How English is cut into the words of the table. */
  static final WordSplitter ENGLISH = EnglishWords::split;

  private static final int LONGEST = 100;

  private final ClirOptions options;
  private final ClirBitext bitext;
  private final Path file;
  private final Path sentences;

  ClirTable(ClirOptions options, ClirBitext bitext) {
    WorkFolder work = new WorkFolder(options.common());
    this.options = options;
    this.bitext = bitext;
    this.file = work.data("translations.table");
    this.sentences = work.data("bitext.tsv");
  }

  /** The table; it is made where there is none yet. */
  TranslationTable open(PaperListener listener) {
    if (!Files.exists(file)) {
      listener.said("aligning words");
      align();
    }
    return TranslationTable.open(file);
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
            ParallelCorpus.read(
                pairs,
                ENGLISH,
                WordSplitter.of(options.foreign()),
                LONGEST,
                ParallelCorpus.Listener.NONE);
        TranslationCounts counts = new TranslationCounts();
        try (WordAligner aligner = WordAligner.train(corpus, aligning, AlignmentListener.NONE)) {
          aligner.align(
              (pair, alignment) ->
                  counts.add(corpus.sourceWords(pair), corpus.targetWords(pair), alignment));
        }
        counts.write(file, options.languages(), TablePruning.USUAL);
      }
      Files.delete(sentences);
    } catch (IOException e) {
      throw new IsoglossException(sentences + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
