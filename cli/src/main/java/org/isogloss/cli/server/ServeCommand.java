// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.isogloss.cli.console.Console;
import org.isogloss.cli.option.DeviceOption;
import org.isogloss.cli.option.DurationConverter;
import org.isogloss.cli.option.OptionSettings;
import org.isogloss.cli.option.ProjectFile;
import org.isogloss.core.IsoglossException;
import org.isogloss.options.OptionValidation;
import org.isogloss.server.SearchServer;
import org.isogloss.server.ServerBuilder;
import org.isogloss.server.ServerLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code isogloss serve}. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Serve indexes and models over HTTP.",
      "",
      "With an index: a search page, searches, and documents to add, replace and delete. With a"
          + " corpus: a page of concordances at /concordance. With or without them: vectors,"
          + " re-ranking and language identification, also in the interfaces of OpenAI, Cohere,"
          + " Jina, Voyage and text-embeddings-inference. isogloss help server has examples."
    })
public final class ServeCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private IndexOptions indexes;

  @Option(
      names = "--create",
      description = "Create an index without documents if its folder is missing or empty.")
  private boolean create;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "A folder for indexes that clients create over HTTP, with their aliases and snapshots;"
              + " created if it is missing. Its indexes are served, too.")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description =
          "A model folder or the name of a shipped model to serve besides the models of the"
              + " indexes; the model of created indexes. Can be given several times.")
  private List<String> models = List.of();

  @Option(
      names = "--reranker",
      paramLabel = "MODEL",
      description =
          "A re-ranker to serve (default: the shipped one). Can be given several times; pipelines"
              + " of clients may use these only.")
  private List<String> rerankers = List.of();

  @Mixin private CorpusOptions corpora;

  @Mixin private ListeningOptions listening;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "Require tokens: a file with lines such as \"read TOKEN\", \"write TOKEN\" and \"admin"
              + " TOKEN\", perhaps followed by names of indexes, sent by clients as Authorization:"
              + " Bearer TOKEN. The signal SIGHUP reads the file again.")
  private Optional<Path> tokenFile = Optional.empty();

  @Option(
      names = "--public-metrics",
      description = "Let clients without a token read the metrics, which name indexes and models.")
  private boolean publicMetrics;

  @Option(
      names = "--allow-origin",
      paramLabel = "ORIGIN",
      description =
          "Let pages of another site use the server from a browser (CORS), such as"
              + " https://www.example.org. Can be given several times.")
  private List<String> origins = List.of();

  @Option(
      names = "--access-log",
      paramLabel = "FILE",
      description =
          "Append a line of JSON for each request to this file. The signal SIGHUP opens it again.")
  private Optional<Path> accessLog = Optional.empty();

  @Option(
      names = "--query-log",
      paramLabel = "FILE",
      description =
          "Append a line of JSON for each search to this file: language, filters, number of hits and"
              + " probability of the best one. isogloss queries summarizes it.")
  private Optional<Path> queryLog = Optional.empty();

  @Option(
      names = "--query-log-texts",
      description = "Log the texts of queries, too, which may be personal.")
  private boolean queryTexts;

  @Option(
      names = "--accept-token-ids",
      description =
          "Accept token ids in place of texts from clients of OpenAI's interface that use the"
              + " vocabulary of the model. Most use that of another model and would get wrong"
              + " vectors, so that token ids are refused by default.")
  private boolean acceptTokenIds;

  @Option(
      names = "--reject-unknown-keys",
      description =
          "Reject keys of requests that the server does not know in the interfaces of other servers"
              + " too, in place of ignoring them.")
  private boolean rejectUnknownKeys;

  @Option(
      names = "--refresh",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How often the server looks whether other processes have changed its indexes (default:"
              + " 1s).")
  private Duration refresh = Duration.ofSeconds(1);

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      description =
          "Number of requests that are processed at the same time (default: ${DEFAULT-VALUE}).")
  private int concurrency = ServerLimits.DEFAULT.work().concurrency();

  @Option(
      names = "--queue",
      paramLabel = "N",
      description =
          "Number of requests that may wait (default: ${DEFAULT-VALUE}); further ones are refused"
              + " with status 429.")
  private int queue = ServerLimits.DEFAULT.work().queue();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads of each model (default: one for each processor).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Mixin private DeviceOption device;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "A YAML file with options by their names, such as \"port: 9090\", and with lists for those"
              + " that can be given several times. Variables such as ISOGLOSS_TOKEN_FILE take"
              + " precedence over it, and options of the command line over both.")
  private Optional<Path> config = Optional.empty();

  @Option(
      names = "--check",
      description =
          "Show the options that are set and where, open everything that would be served, and end.")
  private boolean check;

  @Spec private CommandSpec command;

  ServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    OptionSettings settings = new OptionSettings(command);
    ProjectFile.ofWorkingFolder().ifPresent(file -> file.addTo(settings, command));
    config.ifPresent(settings::addFile);
    settings.addEnvironment(System.getenv());
    settings.apply(command.commandLine());
    OptionValidation.requireOneOrMore("--threads", threads);
    OptionValidation.requireOneOrMore("--concurrency", concurrency);
    OptionValidation.requireOneOrMore("--queue", queue);
    if (!refresh.isPositive()) {
      throw new IsoglossException("--refresh is 0, expected a longer duration such as 1s");
    }
    if (indexes.isEmpty()
        && models.isEmpty()
        && rerankers.isEmpty()
        && corpora.isEmpty()
        && data.isEmpty()) {
      throw new IsoglossException(
          "nothing to serve: name an index with --index, a model with --model, a bitext with"
              + " --corpus, or a folder for indexes with --data");
    }
    indexes.validate(data.isPresent());
    ServerBuilder builder =
        SearchServer.builder()
            .createMissingIndexes(create)
            .threads(threads)
            .acceptTokenIds(acceptTokenIds)
            .rejectUnknownKeys(rejectUnknownKeys)
            .publicMetrics(publicMetrics)
            .refreshInterval(refresh)
            .limits(ServerLimits.DEFAULT.withWork(concurrency, queue));
    device.apply(builder);
    data.ifPresent(builder::data);
    models.forEach(builder::model);
    rerankers.forEach(builder::reranker);
    origins.forEach(builder::allowOrigin);
    accessLog.ifPresent(builder::accessLog);
    if (queryTexts && queryLog.isEmpty()) {
      throw new IsoglossException("--query-log-texts needs --query-log");
    }
    queryLog.ifPresent(file -> builder.queryLog(file, queryTexts));
    tokenFile.ifPresent(builder::tokenFile);
    indexes.apply(builder);
    corpora.apply(builder);
    if (check) {
      settings.effective(command.commandLine()).forEach(console::print);
      listening.check(builder);
      console.print("The configuration is valid.");
    } else {
      listening.run(builder, console);
    }
    return 0;
  }
}
