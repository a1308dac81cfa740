// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.task;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.ProgressBar;
import org.isogloss.cli.console.SkippedRecordReporter;
import org.isogloss.cli.option.ReadingOptions;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.core.Span;
import org.isogloss.data.InputPaths;
import org.isogloss.data.Records;
import org.isogloss.data.bitext.PlainTextLines;
import org.isogloss.data.tagging.SentenceWords;
import org.isogloss.data.tagging.TaggedSentence;
import org.isogloss.data.tagging.TaggedSentences;
import org.isogloss.measure.tagging.TaggedSpan;
import org.isogloss.runtime.task.WordTagger;
import org.isogloss.text.language.LanguageIdentifier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code isogloss tag}. */
@Command(
    name = "tag",
    mixinStandardHelpOptions = true,
    description = {
      "Tag words with a model that train wrote (kind: tagger): parts of speech or named entities.",
      "",
      "Prints a word, a tab and its tag on each line, and a blank line after each sentence. With"
          + " --evaluate, the words have tags, and the command prints how many are right."
    })
public final class TagCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description =
          "One sentence on each line, which is separated into words; or words with tags, such as"
              + " CoNLL-U; plain or gzip. Default: -, for standard input.")
  private List<Path> files = List.of(InputPaths.STANDARD_INPUT);

  @Mixin private TaskModelOptions model;

  @Option(
      names = "--words",
      description = "The files have one word on each line, and a blank line after each sentence.")
  private boolean words;

  @Option(
      names = "--language",
      paramLabel = "CODE",
      description =
          "Language of the sentences, for their separation into words (default: identified for each"
              + " sentence).")
  private Optional<String> language = Optional.empty();

  @Option(
      names = "--evaluate",
      description =
          "Print how well the model tags each file, whose words have tags: accuracy for parts of"
              + " speech; precision, recall and F1 for entities, as conlleval counts them.")
  private boolean evaluate;

  @Option(
      names = "--types",
      split = ",",
      paramLabel = "TYPE",
      description =
          "With --evaluate: measure entities of these types only, such as PER,LOC,ORG; others"
              + " count as no entities, in the files and in the output of the model.")
  private List<String> types = List.of();

  @Option(
      names = "--per-type",
      description = "With --evaluate: print precision, recall and F1 of each type of entities.")
  private boolean perType;

  @Mixin private ModelComparisonOptions comparison;

  @Option(
      names = "--json",
      description =
          "Print JSON: an object for each sentence, with its entities; with --evaluate, one object"
              + " with all results, also those of each type.")
  private boolean json;

  @Mixin private ReadingOptions common;

  TagCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    common.apply(console);
    comparison.validate(evaluate);
    if (!evaluate && (perType || !types.isEmpty())) {
      throw new IsoglossException("--types and --per-type need --evaluate");
    }
    if (evaluate && (words || language.isPresent())) {
      throw new IsoglossException(
          "--words and --language describe text without tags: omit them with --evaluate");
    }
    if (words && language.isPresent()) {
      throw new IsoglossException(
          "--language separates sentences into words, which --words states to be done: omit one");
    }
    Optional<Language> known = language.map(Language::of);
    try (WordTagger tagger = model.open(common, WordTagger::open)) {
      if (evaluate) {
        evaluate(tagger);
      } else {
        tag(tagger, known);
      }
    }
    return 0;
  }

  private void tag(WordTagger tagger, Optional<Language> known) {
    ProgressBar progress = console.progress("Tagging", "sentences");
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        try (Records<SentenceText> sentences = open(file, known).onSkipped(skipped)) {
          Batches.forEach(sentences, progress, batch -> print(tagger, batch));
          skipped.print(file, sentences);
        }
      }
    }
    console.endProgress();
  }

  private Records<SentenceText> open(Path file, Optional<Language> known) {
    if (words || SentenceWords.isTagged(file)) {
      return SentenceWords.read(file, common.onError).map(SentenceText::ofWords);
    }
    Function<String, Language> identified =
        known.isPresent() ? text -> known.get() : TagCommand::identify;
    return PlainTextLines.read(file, common.onError)
        .map(line -> SentenceText.segment(line, identified));
  }

  private static Language identify(String text) {
    return LanguageIdentifier.forAllLanguages().identify(text).reliableLanguage();
  }

  private void print(WordTagger tagger, List<SentenceText> sentences) {
    List<List<String>> tags = tagger.tag(sentences.stream().map(SentenceText::words).toList());
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < sentences.size(); i++) {
      if (json) {
        text.append(toJson(sentences.get(i), tags.get(i), tagger.hasSpans()));
        text.append(i + 1 < sentences.size() ? "\n" : "");
      } else {
        appendRows(sentences.get(i), tags.get(i), text);
      }
    }
    if (json) {
      console.printJson(text.toString());
    } else {
      // The last line end is printed with the text.
      console.printData(text.substring(0, text.length() - 1));
    }
  }

  private static void appendRows(SentenceText sentence, List<String> tags, StringBuilder rows) {
    for (int i = 0; i < tags.size(); i++) {
      rows.append(sentence.words().get(i)).append('\t').append(tags.get(i)).append('\n');
    }
    rows.append('\n');
  }

  private static String toJson(SentenceText sentence, List<String> tags, boolean spans) {
    ObjectNode node = TaskJson.object();
    sentence.source().ifPresent(source -> node.put("text", source.text()));
    ArrayNode words = node.putArray("words");
    sentence.words().forEach(words::add);
    ArrayNode all = node.putArray("tags");
    tags.forEach(all::add);
    if (spans) {
      ArrayNode entities = node.putArray("entities");
      TaggedSpan.of(tags).forEach(span -> put(entities.addObject(), span, sentence));
    }
    return TaskJson.line(node);
  }

  private static void put(ObjectNode entity, TaggedSpan tagged, SentenceText sentence) {
    int last = tagged.end() - 1;
    entity
        .put("type", tagged.type())
        .put("text", sentence.text(tagged.start(), last))
        .put("first_word", tagged.start())
        .put("last_word", last);
    sentence
        .source()
        .ifPresent(
            source -> {
              Span span = source.span(tagged.start(), last);
              entity.put("start", span.start()).put("end", span.end());
            });
  }

  private void evaluate(WordTagger tagger) {
    TaggerEvaluation evaluation;
    NamedModel<WordTagger> named = new NamedModel<>(model.name(), tagger);
    if (comparison.model().isPresent()) {
      String name = comparison.model().get();
      try (WordTagger other = model.open(name, common, WordTagger::open)) {
        evaluation = measure(named, Optional.of(new NamedModel<>(name, other)));
      }
    } else {
      evaluation = measure(named, Optional.empty());
    }
    if (json) {
      console.printJson(TaskJson.document(evaluation.results().toJson()));
    } else {
      console.print(evaluation.toText(perType).stripTrailing());
    }
  }

  private TaggerEvaluation measure(
      NamedModel<WordTagger> tagger, Optional<NamedModel<WordTagger>> other) {
    if (!tagger.model().hasSpans() && (perType || !types.isEmpty())) {
      throw new IsoglossException(
          "--types and --per-type are for entities, and the tags of the model are "
              + String.join(", ", tagger.model().labels())
              + ": omit these options");
    }
    TaggerEvaluation evaluation = new TaggerEvaluation(tagger, other, Set.copyOf(types));
    try (SkippedRecordReporter skipped = common.skipReport(console)) {
      for (Path file : files) {
        List<TaggedSentence> sentences;
        try (Records<TaggedSentence> records =
            TaggedSentences.read(file, common.onError).onSkipped(skipped)) {
          sentences = records.toList();
          skipped.print(file, records);
        }
        evaluation.add(
            file, sentences, comparison.seed(), console.progress("Tagging", "sentences"));
        console.endProgress();
      }
    }
    return evaluation;
  }
}
